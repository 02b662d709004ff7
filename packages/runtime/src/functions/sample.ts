import { rowsThatCount } from '../cells.ts'
import { toNumber } from '../coerce.ts'
import { ExcelError, errors, type Grid, type Scalar } from '../values.ts'
import type { Argument, CallContext, Param } from './definition.ts'

/**
 * The cells that count: 'numbers' for SUM and the like (texts and booleans in cells are skipped), 'all' for MAXA and the
 * like (TRUE is 1, FALSE and text are 0), of which 'mean' (AVERAGEA) takes texts in arrays too. Blank cells never count.
 */
export type Counting = 'numbers' | 'all' | 'mean'

/** What texts and booleans that are not passed as such count: nothing (undefined) or a number. */
type CountOf = (value: string | boolean) => number | undefined

const nothing: CountOf = () => undefined
const inCells: CountOf = (value) => (value === true ? 1 : 0)
const textsOnly: CountOf = (value) => (typeof value === 'string' ? 0 : undefined)

/** Arrays count less than cells: their booleans never, their texts only for AVERAGEA. */
function countOf(counting: Counting, from: 'array' | 'cells'): CountOf {
  if (counting === 'numbers') return nothing
  if (from === 'cells') return inCells
  return counting === 'mean' ? textsOnly : nothing
}

/** The parameter of functions that take all numbers of their arguments by `forEachNumber`. */
export const sampled = { name: 'number', kind: 'argument', errors: 'first' } as const satisfies Param

/** Calls `visit` for every number in the arguments, in order. Stops at the first error and returns it. */
export function forEachNumber(
  context: CallContext,
  args: readonly Argument[],
  visit: (value: number) => void,
  counting: Counting = 'numbers',
): ExcelError | undefined {
  // An error passed as a value is noticed before any cell is read.
  for (const argument of args) {
    if (argument.from === 'literal' && argument.value instanceof ExcelError) return argument.value
  }
  for (const argument of args) {
    const error =
      argument.from === 'literal'
        ? visitLiteral(context, argument.value, visit)
        : visitGrids(charged(context, gridsOf(argument)), visit, countOf(counting, argument.from))
    if (error) return error
  }
  return undefined
}

/** Reading 2 to this power cells costs one step. */
const CELLS_A_STEP_BITS = 4

function charged(context: CallContext, grids: readonly Grid[]): readonly Grid[] {
  for (const { rows, cols } of grids) context.charge((rows * cols) >> CELLS_A_STEP_BITS)
  return grids
}

/** Every number in the arguments, or the first error among them. */
export function numbersOf(
  context: CallContext,
  args: readonly Argument[],
  counting: Counting = 'numbers',
): number[] | ExcelError {
  const numbers: number[] = []
  const error = forEachNumber(context, args, (value) => numbers.push(value), counting)
  return error ?? numbers
}

/** The grids of an argument that is not a literal: one per area. */
export function gridsOf(argument: Exclude<Argument, { from: 'literal' }>): readonly Grid[] {
  if (argument.from === 'array') return [argument.grid]
  return argument.reference.areas.map((_, area) => argument.reference.grid(area))
}

/** Numbers of one grid, without texts, booleans and blanks; or its first error. */
export function numbersIn(grid: Grid): number[] | ExcelError {
  const numbers: number[] = []
  return visitGrids([grid], (value) => numbers.push(value), nothing) ?? numbers
}

function visitLiteral(context: CallContext, value: Scalar, visit: (value: number) => void): ExcelError | undefined {
  const number = toNumber(value, context)
  if (number instanceof ExcelError) return number
  visit(number)
  return undefined
}

function visitGrids(grids: readonly Grid[], visit: (value: number) => void, count: CountOf): ExcelError | undefined {
  const counts = (cell: Scalar) =>
    typeof cell === 'number' || cell instanceof ExcelError || (cell !== null && count(cell) !== undefined)
  for (const grid of grids) {
    const rows = rowsThatCount(grid, counts)
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < grid.usedCols; col++) {
        const value = grid.at(row, col)
        if (typeof value === 'number') visit(value)
        else if (value instanceof ExcelError) return value
        else if (value !== null) {
          const counted = count(value)
          if (counted !== undefined) visit(counted)
        }
      }
  }
  return undefined
}

/** The first error in a grid, row by row. */
export function firstError(grid: Grid): ExcelError | undefined {
  const rows = rowsThatCount(grid, (cell) => cell instanceof ExcelError)
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < grid.usedCols; col++) {
      const value = grid.at(row, col)
      if (value instanceof ExcelError) return value
    }
  return undefined
}

/**
 * Paired samples (CORREL, SLOPE, SUMXMY2 …): pairs in which either is not a number are left out.
 * Samples of different size are #N/A.
 */
export function pairsOf(first: Grid, second: Grid): { xs: number[]; ys: number[] } | ExcelError {
  if (first.rows * first.cols !== second.rows * second.cols) return errorGiven(first) ?? errorGiven(second) ?? errors.na
  const xs: number[] = []
  const ys: number[] = []
  let passed: ExcelError | undefined
  const sameShape = first.rows === second.rows
  const rows = sameShape ? Math.max(first.usedRows, second.usedRows) : first.rows
  const cols = sameShape ? Math.max(first.usedCols, second.usedCols) : first.cols
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const index = row * first.cols + col
      const x = first.at(row, col)
      const y = sameShape ? second.at(row, col) : second.at(Math.floor(index / second.cols), index % second.cols)
      const error = x instanceof ExcelError ? x : y instanceof ExcelError ? y : undefined
      if (error && !isPassedOver(error)) return error
      passed ??= error
      if (typeof x !== 'number' || typeof y !== 'number') continue
      xs.push(x)
      ys.push(y)
    }
  return passed ?? { xs, ys }
}

/** Excel's number for #NULL! also means no error, so Excel searches on for another error. */
function isPassedOver(error: ExcelError): boolean {
  return error.code === '#NULL!' && !error.uncomputable
}

/** An error given instead of a whole sample. */
function errorGiven(sample: Grid): ExcelError | undefined {
  const only = sample.rows === 1 && sample.cols === 1 ? sample.at(0, 0) : null
  return only instanceof ExcelError ? only : undefined
}

/** The first error of a sample. */
export function errorIn(sample: Grid): ExcelError | undefined {
  let none: ExcelError | undefined
  for (let row = 0; row < sample.usedRows; row++)
    for (let col = 0; col < sample.usedCols; col++) {
      const cell = sample.at(row, col)
      if (!(cell instanceof ExcelError)) continue
      if (!isPassedOver(cell)) return cell
      none ??= cell
    }
  return none
}
