import { type ExcelError, errors, Matrix, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { MAX_TEXT_LENGTH, textResult } from './limits.ts'
import { compilePattern, type Program } from './regex/compile.ts'
import { findMatch, findMatches, type Registers } from './regex/match.ts'
import { parsePattern } from './regex/parse.ts'
import { PatternError } from './regex/syntax.ts'

/** Compiles the pattern and runs `use`; an invalid or too expensive pattern is #VALUE!. */
function withPattern(pattern: string, caseSensitivity: number, use: (program: Program) => Value): Value {
  const mode = Math.trunc(caseSensitivity)
  if (mode !== 0 && mode !== 1) return errors.value
  try {
    return use(compilePattern(parsePattern(pattern, mode === 1)))
  } catch (error) {
    if (error instanceof PatternError) return errors.value
    throw error
  }
}

function groupText(text: string, match: Registers, index: number): string {
  const start = match[2 * index] ?? -1
  const end = match[2 * index + 1] ?? -1
  return start < 0 || end < start ? '' : text.slice(start, end)
}

function extract(context: CallContext, text: string, program: Program, mode: number): Value {
  if (mode === 1) {
    const all = findMatches(program, text, context.charge).map((match) => groupText(text, match, 0))
    return all.length === 0 ? errors.na : new Matrix(1, all.length, all)
  }
  const match = findMatch(program, text, 0, context.charge)
  if (!match) return errors.na
  if (mode === 0) return groupText(text, match, 0)
  if (program.groups === 0) return errors.value
  const groups = Array.from({ length: program.groups }, (_, index) =>
    (match[2 * index + 2] ?? -1) < 0 ? errors.na : groupText(text, match, index + 1),
  )
  return new Matrix(1, groups.length, groups)
}

const REFERENCE = /\$(?:\$|(\d{1,2})|\{(\w+)\}|([A-Za-z_]\w*))/g

/** The replacement with its `$1`, `${name}` and `$$` filled in. */
function expand(replacement: string, text: string, match: Registers, program: Program): string {
  return replacement.replace(REFERENCE, (whole, number?: string, braced?: string, bare?: string) => {
    if (whole === '$$') return '$'
    const key = number ?? braced ?? bare ?? ''
    const index = /^\d+$/.test(key) ? Number(key) : program.names.get(key)
    if (index === undefined || index > program.groups) throw new PatternError('unknown group in the replacement')
    return groupText(text, match, index)
  })
}

function replace(
  context: CallContext,
  text: string,
  program: Program,
  replacement: string,
  occurrence: number,
): string | ExcelError {
  const all = findMatches(program, text, context.charge)
  const wanted = occurrence === 0 ? all : all.slice(...placeOf(occurrence, all.length))
  let result = ''
  let from = 0
  for (const match of wanted) {
    const [start = 0, end = 0] = match
    result += text.slice(from, start) + expand(replacement, text, match, program)
    if (result.length > MAX_TEXT_LENGTH) return errors.value
    from = end
  }
  return textResult(result + text.slice(from))
}

/** Bounds of one occurrence, counted from the end if negative; empty if there is none. */
function placeOf(occurrence: number, count: number): [number, number] {
  const index = occurrence > 0 ? occurrence - 1 : count + occurrence
  return index < 0 || index >= count ? [0, 0] : [index, index + 1]
}

export const regularExpressionFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'REGEXTEST',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'pattern', kind: 'text' },
      { name: 'case_sensitivity', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, text, pattern, caseSensitivity) =>
      withPattern(pattern, caseSensitivity, (program) => findMatch(program, text, 0, context.charge) !== undefined),
  }),
  define({
    name: 'REGEXEXTRACT',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'pattern', kind: 'text' },
      { name: 'return_mode', kind: 'number', optional: true, default: 0 },
      { name: 'case_sensitivity', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, text, pattern, returnMode, caseSensitivity) => {
      const mode = Math.trunc(returnMode)
      if (mode < 0 || mode > 2) return errors.value
      return withPattern(pattern, caseSensitivity, (program) => extract(context, text, program, mode))
    },
  }),
  define({
    name: 'REGEXREPLACE',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'pattern', kind: 'text' },
      { name: 'replacement', kind: 'text' },
      { name: 'occurrence', kind: 'number', optional: true, default: 0 },
      { name: 'case_sensitivity', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, text, pattern, replacement, occurrence, caseSensitivity) =>
      withPattern(pattern, caseSensitivity, (program) =>
        replace(context, text, program, replacement, Math.trunc(occurrence)),
      ),
  }),
]
