import { compareText, foldCase } from '../../compare.ts'
import { ExcelError, type Grid, type Scalar } from '../../values.ts'
import { compileWildcard, hasWildcard } from '../../wildcard.ts'
import type { CallContext } from '../definition.ts'

/** A row or column of cells, read by position. */
export interface Vector {
  readonly length: number
  at(index: number): Scalar
  readonly grid: Grid
  /** Identifies the line in the grid. */
  readonly line: string
}

export function columnOf(grid: Grid, col: number): Vector {
  return { length: grid.usedRows, at: (row) => grid.at(row, col), grid, line: `column ${col}` }
}

export function rowOf(grid: Grid, row: number): Vector {
  return { length: grid.usedCols, at: (col) => grid.at(row, col), grid, line: `row ${row}` }
}

/** A grid of one row or one column as a vector. */
export function vectorOf(grid: Grid): Vector | undefined {
  if (grid.cols === 1) return columnOf(grid, 0)
  return grid.rows === 1 ? rowOf(grid, 0) : undefined
}

export const NOT_FOUND = -1

/** Thrown out of a search that met an uncomputable cell, which may be the match. */
class UncomputableMet extends Error {
  readonly value: ExcelError
  constructor(value: ExcelError) {
    super('a cell that cannot be computed was searched')
    this.value = value
  }
}

/** Runs a search; if it meets an uncomputable cell, that is the result. */
export function searched<T>(search: () => T): T | ExcelError {
  try {
    return search()
  } catch (met) {
    if (met instanceof UncomputableMet) return met.value
    throw met
  }
}

/** Skips errors like any value of another type, unless they are uncomputable. */
function passOver(cell: Scalar): void {
  if (cell instanceof ExcelError && cell.uncomputable) throw new UncomputableMet(cell)
}

/**
 * Order of a cell relative to the sought value; undefined if their types differ and the cell is skipped.
 * Lookups compare numbers exactly, unlike `=`.
 */
function orderOf(cell: Scalar, sought: Scalar): number | undefined {
  if (typeof cell === 'number') return typeof sought === 'number' ? cell - sought : undefined
  if (typeof cell === 'string') return typeof sought === 'string' ? compareText(cell, sought) : undefined
  if (typeof cell === 'boolean') return typeof sought === 'boolean' ? Number(cell) - Number(sought) : undefined
  passOver(cell)
  return undefined
}

/** The test for an exact match; a blank matches only a blank. */
export function equalTo(sought: Scalar, wildcards: boolean): (cell: Scalar) => boolean {
  if (typeof sought !== 'string') return (cell) => cell === sought
  if (wildcards) return textEqualTo(sought)
  const folded = foldCase(sought)
  // Only texts with "ss" can equal a text of another length.
  const sameLength = !folded.includes('ss')
  return (cell) =>
    typeof cell === 'string' &&
    (cell === sought || ((!sameLength || cell.length === sought.length) && foldCase(cell) === folded))
}

/** The wildcard search compares character by character, so ß is not ss there. */
function textEqualTo(sought: string): (cell: Scalar) => boolean {
  if (hasWildcard(sought)) {
    const matches = compileWildcard(sought)
    return (cell) => typeof cell === 'string' && matches(cell)
  }
  const lower = sought.toLowerCase()
  return (cell) =>
    typeof cell === 'string' && (cell === sought || (cell.length === sought.length && cell.toLowerCase() === lower))
}

export function findFirst(vector: Vector, matches: (cell: Scalar) => boolean): number {
  for (let index = 0; index < vector.length; index++) {
    const cell = vector.at(index)
    if (matches(cell)) return index
    if (typeof cell === 'object') passOver(cell)
  }
  return NOT_FOUND
}

export function findLast(vector: Vector, matches: (cell: Scalar) => boolean): number {
  for (let index = vector.length - 1; index >= 0; index--) {
    const cell = vector.at(index)
    if (matches(cell)) return index
    if (typeof cell === 'object') passOver(cell)
  }
  return NOT_FOUND
}

/** Shorter lines are always searched directly. */
const SHORT_LINE = 64
/** A line searched more often gets an index. */
const SEARCHES_BEFORE_INDEX = 4

/** The first position of each value of a line, by lower-cased text. Built after the line was searched a few times. */
interface LineIndex {
  searches: number
  first: ReadonlyMap<Scalar, number> | undefined
}

function indexOf(context: CallContext, vector: Vector): ReadonlyMap<Scalar, number> | undefined {
  if (!context.remember || vector.length < SHORT_LINE) return undefined
  const entry = context.remember(
    vector.grid,
    `first places in ${vector.line}`,
    (): LineIndex => ({ searches: 0, first: undefined }),
  )
  if (entry.first || ++entry.searches <= SEARCHES_BEFORE_INDEX) return entry.first
  context.charge(vector.length)
  const first = new Map<Scalar, number>()
  for (let index = 0; index < vector.length; index++) {
    const cell = vector.at(index)
    if (cell instanceof ExcelError && cell.uncomputable) return undefined
    const key = typeof cell === 'string' ? cell.toLowerCase() : cell
    if (!first.has(key)) first.set(key, index)
  }
  entry.first = first
  return first
}

/** Can an index find this value? Not a pattern, a text with ß, or an error. */
function isIndexable(sought: Scalar, wildcards: boolean): boolean {
  if (typeof sought === 'string') return wildcards ? !hasWildcard(sought) : !foldCase(sought).includes('ss')
  return !(sought instanceof ExcelError)
}

/**
 * First match of a value. A line that is searched repeatedly is indexed, if its cells are known to keep their values.
 */
export function findExact(context: CallContext, vector: Vector, sought: Scalar, wildcards: boolean): number {
  if (sought instanceof ExcelError) return NOT_FOUND
  const index = isIndexable(sought, wildcards) ? indexOf(context, vector) : undefined
  if (index) return index.get(typeof sought === 'string' ? sought.toLowerCase() : sought) ?? NOT_FOUND
  const found = scan(vector, sought, wildcards)
  context.charge(((found === NOT_FOUND ? vector.length : found) >> CELLS_A_STEP_BITS) + 1)
  return found
}

/** Searching eight cells (2 to this power) costs one step of a formula. */
const CELLS_A_STEP_BITS = 3

function scan(vector: Vector, sought: Scalar, wildcards: boolean): number {
  const { length } = vector
  if (typeof sought === 'string') return findFirst(vector, equalTo(sought, wildcards))
  for (let index = 0; index < length; index++) {
    const cell = vector.at(index)
    if (cell === sought) return index
    if (typeof cell === 'object') passOver(cell)
  }
  return NOT_FOUND
}

/**
 * Position of the last value not above the sought one, by bisection as in Excel: the data are assumed to ascend, so on
 * unsorted data the answer depends on the cells that the bisection meets. Cells of another type are skipped.
 */
export function bisectAscending(vector: Vector, sought: Scalar): number {
  let low = -1
  let high = vector.length
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    let probe = middle
    let order = orderOf(vector.at(probe), sought)
    while (order === undefined && ++probe < high) order = orderOf(vector.at(probe), sought)
    if (order === undefined) {
      high = middle
    } else if (order === 0) {
      return endOfRun(vector, sought, probe, high)
    } else if (order < 0) {
      low = probe
    } else {
      // Nothing usable is between the middle and the probe, so both ends give the same answer.
      high = middle
    }
  }
  return low
}

/** The last of equal neighbours; bisection may hit any of them. */
function endOfRun(vector: Vector, sought: Scalar, start: number, high: number): number {
  let index = start
  while (index + 1 < high && orderOf(vector.at(index + 1), sought) === 0) index++
  return index
}

/** Position of the last value not below the sought one in descending data. The first of equal values counts. */
export function searchDescending(vector: Vector, sought: Scalar): number {
  let best = NOT_FOUND
  for (let index = 0; index < vector.length; index++) {
    const order = orderOf(vector.at(index), sought)
    if (order === undefined) continue
    if (order < 0) return best
    best = index
    if (order === 0) return index
  }
  return best
}

function lowerEnd(vector: Vector, sought: Scalar, start: number, step: 1 | -1): number {
  let index = start
  const isEqual = (at: number) => at >= 0 && at < vector.length && orderAcrossTypes(vector.at(at), sought) === 0
  while (isEqual(index + step)) index += step
  return index
}

/** A line extended to its first blank: the cell after the used ones. */
export function withFirstBlank(vector: Vector): Vector {
  const { grid } = vector
  const whole = grid.cols === 1 ? grid.rows : grid.cols
  return whole > vector.length ? { ...vector, length: vector.length + 1 } : vector
}

/** Rank of a type for XLOOKUP and XMATCH: a blank comes after everything. */
function typePlace(value: Scalar): number {
  if (typeof value === 'number') return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  return value === null ? 4 : 3
}

function orderAcrossTypes(cell: Scalar, sought: Scalar): number {
  return orderOf(cell, sought) ?? typePlace(cell) - typePlace(sought)
}

/** Exact match or the nearest value on one side, by visiting every cell, as XLOOKUP and XMATCH do. */
export function findNearest(vector: Vector, sought: Scalar, side: 'smaller' | 'larger', fromEnd: boolean): number {
  let best = NOT_FOUND
  let bestValue: Scalar = null
  const { length } = vector
  for (let step = 0; step < length; step++) {
    const index = fromEnd ? length - 1 - step : step
    const cell = vector.at(index)
    passOver(cell)
    if (cell instanceof ExcelError) continue
    const order = orderAcrossTypes(cell, sought)
    if (order === 0) return index
    if (cell === null || (side === 'smaller' ? order > 0 : order < 0)) continue
    const isBetter = orderAcrossTypes(cell, bestValue) * (side === 'smaller' ? 1 : -1) > 0
    if (best === NOT_FOUND || isBetter) {
      best = index
      bestValue = cell
    }
  }
  return best
}

/**
 * XLOOKUP's bisection over sorted data: the exact match or, if there is none and `side` requests it, the neighbour.
 * `descending` data are searched in reverse order. Of equal neighbours the one at the lower end of the order counts:
 * the first of ascending data, the last of descending.
 */
export function bisectNearest(
  vector: Vector,
  sought: Scalar,
  side: 'exact' | 'smaller' | 'larger',
  descending: boolean,
): number {
  let low = 0
  let high = vector.length - 1
  while (low <= high) {
    const middle = low + Math.floor((high - low) / 2)
    const order = orderAcrossTypes(vector.at(middle), sought) * (descending ? -1 : 1)
    if (order === 0) return lowerEnd(vector, sought, middle, descending ? 1 : -1)
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  if (side === 'exact') return NOT_FOUND
  // Now `high` is before the gap where the value belongs and `low` after it.
  const wantsBefore = (side === 'smaller') !== descending
  const index = wantsBefore ? high : low
  return index >= 0 && index < vector.length && !(vector.at(index) instanceof ExcelError) ? index : NOT_FOUND
}
