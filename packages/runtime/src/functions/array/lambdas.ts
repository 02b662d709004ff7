import { RangePart, SingleCell } from '../../range-part.ts'
import { callForScalar, extentOf, isGrid, readCells } from '../../cells.ts'
import {
  ExcelError,
  errors,
  type Grid,
  isLambda,
  isReference,
  type Lambda,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from '../../values.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { boundedMatrix } from './result.ts'

/** An array argument split into parts: cells become references, so that functions that expect ranges accept them. */
interface Source {
  readonly rows: number
  readonly cols: number
  part(top: number, left: number, rows: number, cols: number): Value
  /** The value of one element. */
  value(row: number, col: number): Scalar
}

function sourceOf(value: Value): Source | ExcelError {
  if (isReference(value)) {
    const area = value.areas[0]
    if (!area || value.areas.length > 1) return errors.value
    return cellSource(value, value.grid(0))
  }
  const cells = readCells(value)
  const grid = isGrid(cells) ? cells : new Matrix(1, 1, [cells])
  return {
    rows: grid.rows,
    cols: grid.cols,
    part: (top, left, rows, cols) =>
      rows === 1 && cols === 1
        ? grid.at(top, left)
        : Matrix.build(rows, cols, (row, col) => grid.at(top + row, left + col)),
    value: (row, col) => grid.at(row, col),
  }
}

function cellSource(range: Reference, grid: Grid): Source {
  const { rows, cols } = extentOf(grid)
  return {
    rows,
    cols,
    part: (top, left, height, width) =>
      height === 1 && width === 1
        ? new SingleCell(range, grid, top, left)
        : new RangePart(range, grid, top, left, height, width),
    value: (row, col) => grid.at(row, col),
  }
}

/** An element in the form the LAMBDA's parameter takes: the cell, or its value if that makes no difference. */
function element(source: Source, lambda: Lambda, param: number, row: number, col: number): Value {
  return lambda.values?.[param] ? source.value(row, col) : source.part(row, col, 1, 1)
}

function takes(lambda: Lambda, count: number): boolean {
  return lambda.minArgs <= count && lambda.maxArgs >= count
}

function byLines(context: CallContext, array: Value, lambda: Lambda, rows: boolean): Value {
  const source = sourceOf(array)
  if (source instanceof ExcelError) return source
  if (!takes(lambda, 1)) return errors.value
  if (rows) {
    return boundedMatrix(context, source.rows, 1, (row) => callForScalar(lambda, [source.part(row, 0, 1, source.cols)]))
  }
  return boundedMatrix(context, 1, source.cols, (_row, col) =>
    callForScalar(lambda, [source.part(0, col, source.rows, 1)]),
  )
}

function map(context: CallContext, args: readonly Value[]): Value {
  const lambda = args.at(-1)
  if (lambda === undefined || !isLambda(lambda)) return lambda instanceof ExcelError ? lambda : errors.value
  const sources: Source[] = []
  for (const value of args.slice(0, -1)) {
    const source = sourceOf(value)
    if (source instanceof ExcelError) return source
    sources.push(source)
  }
  if (!takes(lambda, sources.length)) return errors.value
  const rows = Math.max(...sources.map((source) => source.rows))
  const cols = Math.max(...sources.map((source) => source.cols))
  const given = (source: Source, param: number, row: number, col: number) =>
    row < source.rows && col < source.cols ? element(source, lambda, param, row, col) : errors.na
  const [first, second, ...more] = sources
  const isPair = first !== undefined && second !== undefined && more.length === 0
  const result = boundedMatrix(context, rows, cols, (row, col) =>
    callForScalar(
      lambda,
      isPair
        ? [given(first, 0, row, col), given(second, 1, row, col)]
        : sources.map((source, i) => given(source, i, row, col)),
    ),
  )
  return result instanceof Matrix && result.data.length === 1 ? result.at(0, 0) : result
}

/** Visits the elements in row order. Without an initial value the first element is used. */
function accumulate(
  context: CallContext,
  initial: Value | undefined,
  source: Source,
  lambda: Lambda,
  visit?: (value: Value) => void,
): Value {
  let value: Value | undefined = initial
  for (let row = 0; row < source.rows; row++) {
    for (let col = 0; col < source.cols; col++) {
      context.charge(1)
      value =
        value === undefined ? source.part(row, col, 1, 1) : lambda.call([value, element(source, lambda, 1, row, col)])
      visit?.(value)
    }
  }
  return value === undefined ? errors.calc : value
}

function reduce(context: CallContext, initial: Value | undefined, array: Value, lambda: Lambda): Value {
  const source = sourceOf(array)
  if (source instanceof ExcelError) return source
  if (!takes(lambda, 2)) return errors.value
  return accumulate(context, initial, source, lambda)
}

function scan(context: CallContext, initial: Value | undefined, array: Value, lambda: Lambda): Value {
  const source = sourceOf(array)
  if (source instanceof ExcelError) return source
  if (!takes(lambda, 2)) return errors.value
  const data: Scalar[] = []
  accumulate(context, initial, source, lambda, (value) => {
    const cells = readCells(value)
    data.push(isGrid(cells) ? errors.calc : cells)
  })
  return new Matrix(source.rows, source.cols, data)
}

/** A number of rows or columns; a text is not parsed. */
function sizeNumber(value: Scalar): number | ExcelError {
  if (value instanceof ExcelError) return value
  const size = typeof value === 'number' ? Math.trunc(value) : value === true ? 1 : 0
  return size < 1 ? errors.value : size
}

export const lambdaFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'BYROW',
    leavesOutBlanks: true,
    params: [
      { name: 'array', kind: 'value' },
      { name: 'function', kind: 'lambda' },
    ],
    body: (context, array, lambda) => byLines(context, array, lambda, true),
  }),
  define({
    name: 'BYCOL',
    leavesOutBlanks: true,
    params: [
      { name: 'array', kind: 'value' },
      { name: 'function', kind: 'lambda' },
    ],
    body: (context, array, lambda) => byLines(context, array, lambda, false),
  }),
  defineRepeating({
    name: 'MAP',
    leavesOutBlanks: true,
    params: [{ name: 'array', kind: 'value' }],
    repeated: [{ name: 'lambda_or_array', kind: 'value', functions: true }],
    body: (context, array, ...rest) => map(context, [array, ...rest]),
  }),
  define({
    name: 'REDUCE',
    leavesOutBlanks: true,
    params: [
      { name: 'initial_value', kind: 'value', optional: true },
      { name: 'array', kind: 'value' },
      { name: 'function', kind: 'lambda' },
    ],
    body: reduce,
  }),
  define({
    name: 'SCAN',
    leavesOutBlanks: true,
    params: [
      { name: 'initial_value', kind: 'value', optional: true },
      { name: 'array', kind: 'value' },
      { name: 'function', kind: 'lambda' },
    ],
    body: scan,
  }),
  define({
    name: 'MAKEARRAY',
    params: [
      { name: 'rows', kind: 'scalar' },
      { name: 'columns', kind: 'scalar' },
      { name: 'function', kind: 'lambda' },
    ],
    body: (context, rowCount, colCount, lambda) => {
      const rows = sizeNumber(rowCount)
      if (rows instanceof ExcelError) return rows
      const cols = sizeNumber(colCount)
      if (cols instanceof ExcelError) return cols
      if (!takes(lambda, 2)) return errors.value
      return boundedMatrix(context, rows, cols, (row, col) => callForScalar(lambda, [row + 1, col + 1]))
    },
  }),
]
