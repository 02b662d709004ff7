import { asMatrix, cellsOf, everyCellOf } from '../../cells.ts'
import { toText } from '../../coerce.ts'
import {
  ExcelError,
  errors,
  type Grid,
  isReference,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '../../values.ts'
import { type Argument, type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { MAX_TEXT_LENGTH, textResult } from './limits.ts'

function* valuesOf(argument: Argument, cells = cellsOf): Generator<Scalar> {
  if (argument.from === 'literal') yield argument.value
  else yield* cells(argument.from === 'array' ? argument.grid : argument.reference)
}

function concat(context: CallContext, args: readonly Argument[]): string | ExcelError {
  let result = ''
  for (const argument of args) {
    for (const value of valuesOf(argument)) {
      const text = toText(value, context)
      if (text instanceof ExcelError) return text
      result += text
      if (result.length > MAX_TEXT_LENGTH) return errors.value
    }
  }
  return result
}

/** Joins texts, cycling through the delimiters. */
function join(
  context: CallContext,
  delimiters: readonly string[],
  skipEmpty: boolean,
  args: readonly Argument[],
): Scalar {
  // A blank adds a delimiter, unless blanks are skipped or nothing stands between the texts.
  const cells = skipEmpty || delimiters.every((delimiter) => delimiter === '') ? cellsOf : everyCellOf
  let result = ''
  let count = 0
  for (const argument of args) {
    for (const value of valuesOf(argument, cells)) {
      const text = toText(value, context)
      if (text instanceof ExcelError) return text
      if (skipEmpty && text === '') continue
      result += count === 0 ? text : (delimiters[(count - 1) % delimiters.length] ?? '') + text
      count++
      if (result.length > MAX_TEXT_LENGTH) return errors.value
    }
  }
  return result
}

function textsOf(context: CallContext, grid: Grid): string[] | ExcelError {
  const texts: string[] = []
  for (const cell of everyCellOf(grid)) {
    const text = toText(cell, context)
    if (text instanceof ExcelError) return text
    texts.push(text)
  }
  return texts
}

/** A value as the formula bar shows it: strict puts texts in quotes. */
function written(context: CallContext, value: Scalar, strict: boolean): string {
  if (value instanceof ExcelError) return value.code
  if (strict && typeof value === 'string') return `"${value.replaceAll('"', '""')}"`
  const text = toText(value, context)
  return typeof text === 'string' ? text : text.code
}

function arrayToText(context: CallContext, { rows, cols, data }: Matrix, strict: boolean): string | ExcelError {
  const texts = data.map((value) => written(context, value, strict))
  if (!strict) return textResult(texts.join(', '))
  // A single blank cannot be written.
  if (data.length === 1 && data[0] === null) return errors.value
  const lines = Array.from({ length: rows }, (_, row) => texts.slice(row * cols, (row + 1) * cols).join(','))
  return textResult(`{${lines.join(';')}}`)
}

function uncomputableIn(data: readonly Scalar[]): ExcelError | undefined {
  return data.find((value): value is ExcelError => value instanceof ExcelError && value.uncomputable !== undefined)
}

function strictness(format: number): boolean | ExcelError {
  const mode = Math.trunc(format)
  return mode === 0 || mode === 1 ? mode === 1 : errors.value
}

function onlyText(value: Scalar): string | ExcelError {
  if (typeof value === 'string' || value instanceof ExcelError) return value
  return ''
}

/** T reads only the first cell of a range. */
function firstCell(reference: Reference): Scalar {
  return reference.areas.length > 0 ? reference.grid(0).at(0, 0) : errors.ref
}

function textOf(value: Value): Value {
  if (isReference(value)) return onlyText(firstCell(value))
  const { rows, cols, data } = asMatrix(value)
  return data.length === 1 ? onlyText(data[0] ?? null) : new Matrix(rows, cols, data.map(onlyText))
}

export const joiningFunctions: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'CONCAT',
    params: [],
    repeated: [{ name: 'text', kind: 'argument' }],
    body: (context, ...args) => concat(context, args),
  }),
  defineRepeating({
    name: 'CONCATENATE',
    params: [],
    repeated: [{ name: 'text', kind: 'text' }],
    body: (_context, ...texts) => textResult(texts.join('')),
  }),
  defineRepeating({
    name: 'TEXTJOIN',
    params: [
      { name: 'delimiter', kind: 'grid' },
      { name: 'ignore_empty', kind: 'boolean', default: true },
    ],
    repeated: [{ name: 'text', kind: 'argument' }],
    body: (context, delimiters, skipEmpty, ...args) => {
      const texts = textsOf(context, delimiters)
      return texts instanceof ExcelError ? texts : join(context, texts, skipEmpty, args)
    },
  }),
  define({
    name: 'VALUETOTEXT',
    params: [
      { name: 'value', kind: 'scalar', errors: 'pass' },
      { name: 'format', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, value, format) => {
      const strict = strictness(format)
      return strict instanceof ExcelError ? strict : written(context, value, strict)
    },
  }),
  define({
    name: 'ARRAYTOTEXT',
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'format', kind: 'number', optional: true, default: 0 },
    ],
    body: (context, grid, format) => {
      const strict = strictness(format)
      if (strict instanceof ExcelError) return strict
      const matrix = grid instanceof Matrix ? grid : Matrix.build(grid.rows, grid.cols, (row, col) => grid.at(row, col))
      return uncomputableIn(matrix.data) ?? arrayToText(context, matrix, strict)
    },
  }),
  define({
    name: 'T',
    params: [{ name: 'value', kind: 'value' }],
    body: (_context, value) => textOf(value),
  }),
]
