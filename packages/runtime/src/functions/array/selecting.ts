import { asMatrix, toMatrix } from '../../cells.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, Matrix, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { identityOf, sortOrder } from './ordering.ts'

/** The rows of an array in another order, or some of them. */
function pickRows(matrix: Matrix, places: readonly number[]): Matrix {
  return Matrix.build(places.length, matrix.cols, (row, col) => matrix.at(places[row] ?? 0, col))
}

function pickCols(matrix: Matrix, places: readonly number[]): Matrix {
  return Matrix.build(matrix.rows, places.length, (row, col) => matrix.at(row, places[col] ?? 0))
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
  const matrix = toMatrix(array)
  const flags = toMatrix(include)
  const byRows = flags.cols === 1 && flags.rows === matrix.rows
  if (!byRows && !(flags.rows === 1 && flags.cols === matrix.cols)) return errors.value
  context.charge(matrix.data.length)
  const places: number[] = []
  for (const [index, flag] of flags.data.entries()) {
    const kept = includes(flag)
    if (kept instanceof ExcelError) return kept
    if (kept) places.push(index)
  }
  if (places.length === 0) return ifEmpty ? ifEmpty() : errors.calc
  return byRows ? pickRows(matrix, places) : pickCols(matrix, places)
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
  const matrix = toMatrix(array)
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
  const places = sortedPositions(context, byCol ? matrix.cols : matrix.rows, keys)
  return byCol ? pickCols(matrix, places) : pickRows(matrix, places)
}

function sortBy(context: CallContext, array: Grid, pairs: readonly Value[]): Value {
  const matrix = toMatrix(array)
  const keys: Key[] = []
  let byRows: boolean | undefined
  for (let i = 0; i < pairs.length; i += 2) {
    const by = asMatrix(pairs[i] ?? null)
    const orders = numbersOf(context, pairs[i + 1], 1)
    if (orders instanceof ExcelError) return orders
    const descending = isDescending(orders[0] ?? 1)
    const down =
      by.cols === 1 && by.rows === matrix.rows && (by.rows > 1 || matrix.cols !== by.cols || byRows !== false)
    const across = by.rows === 1 && by.cols === matrix.cols
    if (descending === undefined || (!down && !across)) return errors.value
    if (byRows !== undefined && byRows !== down) return errors.value
    byRows = down
    keys.push({ value: (line) => by.data[line] ?? null, descending })
  }
  const places = sortedPositions(context, byRows ? matrix.rows : matrix.cols, keys)
  return byRows ? pickRows(matrix, places) : pickCols(matrix, places)
}

function unique(context: CallContext, array: Grid, byCol: boolean, exactlyOnce: boolean): Value {
  const matrix = toMatrix(array)
  context.charge(matrix.data.length)
  const lines = byCol ? matrix.cols : matrix.rows
  const width = byCol ? matrix.rows : matrix.cols
  const seen = new Map<string, { readonly first: number; count: number }>()
  for (let line = 0; line < lines; line++) {
    let key = ''
    for (let place = 0; place < width; place++) {
      const part = identityOf(byCol ? matrix.at(place, line) : matrix.at(line, place))
      key += `${part.length}:${part}`
    }
    const entry = seen.get(key)
    if (entry) entry.count++
    else seen.set(key, { first: line, count: 1 })
  }
  const places = [...seen.values()].filter(({ count }) => !exactlyOnce || count === 1).map(({ first }) => first)
  if (places.length === 0) return errors.calc
  return byCol ? pickCols(matrix, places) : pickRows(matrix, places)
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
