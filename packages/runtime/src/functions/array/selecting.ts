import { asMatrix, isGrid, readCells, wholeMatrix } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { identityOf, sortOrder } from './ordering.ts'

/** The rows of an array in another order, or some of them, and `rest` rows of those that it does not hold one by one. */
function pickRows(matrix: Matrix, places: readonly number[], rest = 0): Matrix {
  const { data } = Matrix.build(places.length, matrix.cols, (row, col) => matrix.at(places[row] ?? 0, col))
  return new Matrix(places.length + rest, matrix.cols, data, matrix.fill)
}

function pickCols(matrix: Matrix, places: readonly number[]): Matrix {
  const { data } = Matrix.build(matrix.heldRows, places.length, (row, col) => matrix.at(row, places[col] ?? 0))
  return new Matrix(matrix.rows, places.length, data, matrix.fill)
}

function positionsUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Does an element of FILTER's second argument include its row? Only numbers and booleans are valid. */
function includes(cell: Scalar): boolean | ExcelError {
  if (cell instanceof ExcelError) return cell
  if (typeof cell === 'string') return errors.value
  return cell === true || (typeof cell === 'number' && cell !== 0)
}

function filter(context: CallContext, array: Grid, include: Grid, ifEmpty: (() => Value) | undefined): Value {
  const matrix = wholeMatrix(array)
  const flags = wholeMatrix(include)
  const byRows = flags.cols === 1 && flags.rows === matrix.rows
  if (!byRows && !(flags.rows === 1 && flags.cols === matrix.cols)) return errors.value
  const held = byRows ? Math.max(flags.heldRows, matrix.heldRows) : flags.cols
  context.charge(held * (byRows ? matrix.cols : matrix.heldRows))
  const places: number[] = []
  for (let line = 0; line < held; line++) {
    const kept = includes(byRows ? flags.at(line, 0) : flags.at(0, line))
    if (kept instanceof ExcelError) return kept
    if (kept) places.push(line)
  }
  const below = byRows && held < flags.rows && includes(flags.fill)
  if (below instanceof ExcelError) return below
  const rest = below ? flags.rows - held : 0
  if (places.length + rest === 0) return ifEmpty ? ifEmpty() : errors.calc
  return byRows ? pickRows(matrix, places, rest) : pickCols(matrix, places)
}

interface Key {
  readonly value: (line: number) => Scalar
  readonly descending: boolean
}

function sortedPositions(context: CallContext, count: number, keys: readonly Key[]): number[] {
  context.charge(count * Math.max(1, Math.ceil(Math.log2(count + 1))) * keys.length)
  return positionsUpTo(count).sort((a, b) => {
    for (const { value, descending } of keys) {
      const order = sortOrder(value(a), value(b), descending)
      if (order !== 0) return order
    }
    return a - b
  })
}

/** Numbers of an argument, which may be an array. */
function numbersOf(context: CallContext, value: Value | undefined, missing: number): number[] | ExcelError {
  if (value === undefined) return [missing]
  const numbers: number[] = []
  for (const cell of asMatrix(value).data) {
    const number = toNumber(cell, context)
    if (number instanceof ExcelError) return number
    numbers.push(Math.trunc(number))
  }
  return numbers
}

function isDescending(order: number): boolean | undefined {
  if (order === 1) return false
  return order === -1 ? true : undefined
}

function sort(
  context: CallContext,
  array: Grid,
  index: Value | undefined,
  order: Value | undefined,
  byCol: boolean,
): Value {
  const matrix = wholeMatrix(array)
  const indexes = numbersOf(context, index, 1)
  if (indexes instanceof ExcelError) return indexes
  const orders = numbersOf(context, order, 1)
  if (orders instanceof ExcelError) return orders
  if (orders.length !== 1 && orders.length !== indexes.length) return errors.value
  const width = byCol ? matrix.rows : matrix.cols
  const keys: Key[] = []
  for (const [k, place] of indexes.entries()) {
    const descending = isDescending(orders[orders.length === 1 ? 0 : k] ?? 1)
    if (descending === undefined || place < 1 || place > width) return errors.value
    const value = byCol ? (line: number) => matrix.at(place - 1, line) : (line: number) => matrix.at(line, place - 1)
    keys.push({ value, descending })
  }
  if (byCol) return pickCols(matrix, sortedPositions(context, matrix.cols, keys))
  const held = rowsToSort([matrix])
  return pickRows(matrix, sortedPositions(context, held, keys), matrix.rows - held)
}

/** Rows that are sorted one by one: blank rows below them stay last. */
function rowsToSort(matrices: readonly Matrix[]): number {
  return Math.max(...matrices.map(({ fill, heldRows, rows }) => (fill === null ? heldRows : rows)))
}

function sortBy(context: CallContext, array: Grid, pairs: readonly Value[]): Value {
  const matrix = wholeMatrix(array)
  const keys: Key[] = []
  const arrays = [matrix]
  let byRows: boolean | undefined
  for (let i = 0; i < pairs.length; i += 2) {
    const cells = readCells(pairs[i] ?? null)
    const by = isGrid(cells) ? wholeMatrix(cells) : asMatrix(cells)
    const orders = numbersOf(context, pairs[i + 1], 1)
    if (orders instanceof ExcelError) return orders
    const descending = isDescending(orders[0] ?? 1)
    const down =
      by.cols === 1 && by.rows === matrix.rows && (by.rows > 1 || matrix.cols !== by.cols || byRows !== false)
    const across = by.rows === 1 && by.cols === matrix.cols
    if (descending === undefined || (!down && !across)) return errors.value
    if (byRows !== undefined && byRows !== down) return errors.value
    byRows = down
    arrays.push(by)
    keys.push({ value: down ? (line) => by.at(line, 0) : (line) => by.at(0, line), descending })
  }
  if (!byRows) return pickCols(matrix, sortedPositions(context, matrix.cols, keys))
  const held = rowsToSort(arrays)
  return pickRows(matrix, sortedPositions(context, held, keys), matrix.rows - held)
}

function unique(context: CallContext, array: Grid, byCol: boolean, exactlyOnce: boolean): Value {
  const matrix = wholeMatrix(array)
  const lines = byCol ? matrix.cols : matrix.heldRows
  // Below the held rows all columns are the same.
  const width = byCol ? matrix.heldRows : matrix.cols
  context.charge(lines * width)
  const seen = new Map<string, { readonly first: number; count: number }>()
  for (let line = 0; line < lines; line++) {
    let key = ''
    for (let place = 0; place < width; place++) {
      const part = identityOf(byCol ? matrix.at(place, line) : matrix.at(line, place))
      key += `${part.length}:${part}`
    }
    count(key, line, 1)
  }
  if (!byCol && lines < matrix.rows) {
    const part = identityOf(matrix.fill)
    count(`${part.length}:${part}`.repeat(width), lines, matrix.rows - lines)
  }
  const places = [...seen.values()].filter((entry) => !exactlyOnce || entry.count === 1).map(({ first }) => first)
  if (places.length === 0) return errors.calc
  return byCol ? pickCols(matrix, places) : pickRows(matrix, places)

  function count(key: string, line: number, times: number): void {
    const entry = seen.get(key)
    if (entry) entry.count += times
    else seen.set(key, { first: line, count: times })
  }
}

export const selectingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'FILTER',
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'include', kind: 'grid' },
      { name: 'if_empty', kind: 'lazy', optional: true, empty: 'default' },
    ],
    body: filter,
  }),
  define({
    name: 'SORT',
    rearranges: true,
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'sort_index', kind: 'value', optional: true },
      { name: 'sort_order', kind: 'value', optional: true },
      { name: 'by_col', kind: 'boolean', optional: true, default: false },
    ],
    body: sort,
  }),
  defineRepeating({
    name: 'SORTBY',
    rearranges: true,
    params: [{ name: 'array', kind: 'grid' }],
    repeated: [
      { name: 'by_array', kind: 'value' },
      { name: 'sort_order', kind: 'value', optional: true },
    ],
    body: (context, array, ...pairs) => sortBy(context, array, pairs),
  }),
  define({
    name: 'UNIQUE',
    rearranges: true,
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'by_col', kind: 'boolean', optional: true, default: false },
      { name: 'exactly_once', kind: 'boolean', optional: true, default: false },
    ],
    body: unique,
  }),
]
