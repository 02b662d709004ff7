import { wholeNumber } from '../../numeric/whole-number.ts'
import { asMatrix, readCells } from '../../cells.ts'
import { toText } from '../../coerce.ts'
import { foldCase } from '../../compare.ts'
import { ExcelError, errors, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

/** The delimiters of an argument: one, or an array of them. */
function delimitersOf(context: CallContext, value: Value): string[] | ExcelError {
  const delimiters: string[] = []
  for (const cell of asMatrix(value).data) {
    const text = toText(cell, context)
    if (text instanceof ExcelError) return text
    delimiters.push(text)
  }
  return delimiters
}

/** Searching 2 to this power characters costs one step. */
const CHARACTERS_A_STEP_BITS = 6

interface Hit {
  readonly start: number
  readonly end: number
}

/** Positions of delimiters, from left to right, without overlap; at one position the longest counts. */
function hits(context: CallContext, text: string, delimiters: readonly string[], anyCase: boolean): Hit[] {
  const haystack = anyCase ? foldCase(text) : text
  const needles = delimiters.map((needle) => (anyCase ? foldCase(needle) : needle))
  const found: Hit[] = []
  for (let from = 0; ; ) {
    let best: Hit | undefined
    context.charge(needles.length * (1 + ((haystack.length - from) >> CHARACTERS_A_STEP_BITS)))
    for (const needle of needles) {
      if (needle === '') continue
      const start = haystack.indexOf(needle, from)
      if (start < 0) continue
      const hit = { start, end: start + needle.length }
      if (!best || start < best.start || (start === best.start && hit.end > best.end)) best = hit
    }
    if (!best) return found
    found.push(best)
    from = best.end
  }
}

function pieces(text: string, found: readonly Hit[], skipEmpty: boolean): string[] {
  const result: string[] = []
  let from = 0
  for (const { start, end } of found) {
    result.push(text.slice(from, start))
    from = end
  }
  result.push(text.slice(from))
  return skipEmpty ? result.filter((piece) => piece !== '') : result
}

function split(
  context: CallContext,
  text: string,
  columns: readonly string[] | undefined,
  rows: readonly string[] | undefined,
  skipEmpty: boolean,
  anyCase: boolean,
  pad: Scalar,
): Value {
  if (text === '' || columns?.includes('') || rows?.includes('') || (!columns && !rows)) return errors.value
  const lines = rows ? pieces(text, hits(context, text, rows, anyCase), skipEmpty) : [text]
  const table = lines.map((line) => (columns ? pieces(line, hits(context, line, columns, anyCase), skipEmpty) : [line]))
  const width = Math.max(0, ...table.map((line) => line.length))
  if (table.length === 0 || width === 0) return errors.calc
  if (table.length === 1 && width === 1) return table[0]?.[0] ?? ''
  return Matrix.build(table.length, width, (row, col) => table[row]?.[col] ?? pad)
}

interface Place {
  readonly instance: number
  readonly anyCase: boolean
  readonly matchEnd: boolean
}

/**
 * Position of the wanted delimiter, counted from the start, or from the end if negative. The end of the text may count
 * as one.
 */
function locate(context: CallContext, text: string, delimiters: readonly string[], place: Place): Hit | undefined {
  const { instance, anyCase, matchEnd } = place
  // An empty delimiter matches immediately at the side where counting starts.
  if (delimiters.includes('')) {
    const at = instance > 0 ? 0 : text.length
    return { start: at, end: at }
  }
  const found = hits(context, text, delimiters, anyCase)
  const wanted = instance > 0 ? found[instance - 1] : found[found.length + instance]
  if (wanted || !matchEnd) return wanted
  if (instance === found.length + 1) return { start: text.length, end: text.length }
  return -instance === found.length + 1 ? { start: 0, end: 0 } : undefined
}

/** If the instance is given, delimiters that cannot fit into the text are refused at once. */
function isLongerThan(text: string, delimiters: readonly string[]): boolean {
  return text !== '' && delimiters.every((delimiter) => delimiter.length > text.length)
}

function blankAsText(value: Value): Value {
  return readCells(value) === null ? '' : value
}

function isFlag(value: number): boolean {
  return value === 0 || value === 1
}

function defineSide(name: string, take: (text: string, hit: Hit) => string): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'text', kind: 'text' },
      { name: 'delimiter', kind: 'value' },
      { name: 'instance_num', kind: 'number', optional: true },
      { name: 'match_mode', kind: 'number', optional: true, default: 0 },
      { name: 'match_end', kind: 'number', optional: true, default: 0 },
      { name: 'if_not_found', kind: 'lazy', optional: true, empty: 'default' },
    ],
    body: (context, text, delimiter, instanceNumber, matchMode, matchEnd, ifNotFound) => {
      const delimiters = delimitersOf(context, delimiter)
      if (delimiters instanceof ExcelError) return delimiters
      const instance = wholeNumber(instanceNumber ?? 1)
      const mode = Math.trunc(matchMode)
      const end = Math.trunc(matchEnd)
      if (!isFlag(mode) || !isFlag(end)) return errors.value
      if (instance === 0 || (text !== '' && Math.abs(instance) > text.length)) return errors.value
      if (instanceNumber !== undefined && isLongerThan(text, delimiters)) return errors.value
      const hit = locate(context, text, delimiters, { instance, anyCase: mode === 1, matchEnd: end === 1 })
      if (hit) return take(text, hit)
      return ifNotFound ? blankAsText(ifNotFound()) : errors.na
    },
  })
}

export const splittingFunctions: readonly FunctionDefinition[] = [
  defineSide('TEXTBEFORE', (text, hit) => text.slice(0, hit.start)),
  defineSide('TEXTAFTER', (text, hit) => text.slice(hit.end)),
  define({
    name: 'TEXTSPLIT',
    params: [
      { name: 'text', kind: 'text' },
      { name: 'col_delimiter', kind: 'value', optional: true },
      { name: 'row_delimiter', kind: 'value', optional: true },
      { name: 'ignore_empty', kind: 'boolean', optional: true, default: false },
      { name: 'match_mode', kind: 'number', optional: true, default: 0 },
      { name: 'pad_with', kind: 'scalar', optional: true, errors: 'pass' },
    ],
    body: (context, text, columnDelimiter, rowDelimiter, skipEmpty, matchMode, pad) => {
      const columns = columnDelimiter === undefined ? undefined : delimitersOf(context, columnDelimiter)
      const rows = rowDelimiter === undefined ? undefined : delimitersOf(context, rowDelimiter)
      if (columns instanceof ExcelError) return columns
      if (rows instanceof ExcelError) return rows
      const mode = Math.trunc(matchMode)
      if (!isFlag(mode)) return errors.value
      return split(context, text, columns, rows, skipEmpty, mode === 1, pad === undefined ? errors.na : pad)
    },
  }),
]
