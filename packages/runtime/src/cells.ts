import { SingleCell } from './range-part.ts'
import {
  ExcelError,
  errors,
  type Grid,
  held,
  isLambda,
  isReference,
  type Lambda,
  Matrix,
  type Reference,
  type Scalar,
  type Value,
} from './values.ts'

/**
 * Reads a value: one cell or constant becomes a scalar, anything larger a grid. A LAMBDA where data is expected is
 * #CALC!.
 */
export function readCells(value: Value): Scalar | Grid {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof SingleCell) return value.value()
  if (value instanceof Matrix) return unwrap(value)
  if (isReference(value)) return value.areas.length === 1 ? unwrap(value.grid(0)) : errors.value
  return isLambda(value) ? functionsIn(value) : value
}

/** A function where values are expected: an element of an array, or the array of several stacked functions. */
function functionsIn(lambda: Lambda): Scalar | Grid {
  if (lambda.stacked === undefined) return held(lambda)
  const { direction, functions } = lambda.stacked
  const isDown = direction === 'down'
  return new Matrix(isDown ? functions.length : 1, isDown ? 1 : functions.length, functions.map(held))
}

function unwrap(grid: Grid): Scalar | Grid {
  return grid.rows === 1 && grid.cols === 1 ? grid.at(0, 0) : grid
}

export function isGrid(value: Scalar | Grid): value is Grid {
  return typeof value === 'object' && value !== null && 'usedRows' in value
}

/** The values of a grid as an array in memory. */
export function toMatrix(grid: Grid): Matrix {
  if (grid instanceof Matrix) return grid
  const { rows, cols } = extentOf(grid)
  return Matrix.build(rows, cols, (row, col) => grid.at(row, col))
}

/** Most cells of whole rows that are held with the blanks beside the used part. */
const MOST_OF_ROWS = 2 ** 20

/**
 * As `toMatrix`, but with all rows of whole columns: those below the used part are blank, and not held one by one. Whole
 * rows have all their columns too, unless they are so many that these are too much to hold.
 */
export function wholeMatrix(grid: Grid): Matrix {
  if (grid instanceof Matrix) return grid
  const { rows, cols } = extentOf(grid)
  const width = rows * grid.cols <= MOST_OF_ROWS ? grid.cols : cols
  const { data } = Matrix.build(rows, width, (row, col) => grid.at(row, col))
  return new Matrix(grid.rows, width, data)
}

/** A side this long means "everything": such ranges count only up to their used part. */
export const WHOLE_SIDE = 16_384

/** Rows and columns to visit: whole columns and rows up to their used part, any other range in full. */
export function extentOf(grid: Grid): { rows: number; cols: number } {
  return {
    rows: grid.rows >= WHOLE_SIDE ? Math.max(grid.usedRows, 1) : grid.rows,
    cols: grid.cols >= WHOLE_SIDE ? Math.max(grid.usedCols, 1) : grid.cols,
  }
}

/** A value as a matrix; a scalar becomes 1 x 1. */
export function asMatrix(value: Value): Matrix {
  const cells = readCells(value)
  return isGrid(cells) ? toMatrix(cells) : new Matrix(1, 1, [cells])
}

/** Rows to visit, without trailing rows whose values do not count, such as those below the used part of columns. */
export function rowsThatCount(grid: Grid, counts: (cell: Scalar) => boolean): number {
  return grid instanceof Matrix && !counts(grid.fill) ? grid.heldRows : grid.usedRows
}

/** The values of every area in row order, including blanks, but without those outside the used part of the sheet. */
export function* cellsOf(value: Grid | Reference): Generator<Scalar> {
  for (const grid of gridsOf(value))
    for (let row = 0; row < grid.usedRows; row++) for (let col = 0; col < grid.usedCols; col++) yield grid.at(row, col)
}

/** Every value of every area in row order, where the number of blanks matters. */
export function* everyCellOf(value: Grid | Reference): Generator<Scalar> {
  for (const grid of gridsOf(value))
    for (let row = 0; row < grid.rows; row++) for (let col = 0; col < grid.cols; col++) yield grid.at(row, col)
}

function gridsOf(value: Grid | Reference): readonly Grid[] {
  return isReference(value) ? value.areas.map((_, area) => value.grid(area)) : [value]
}

export function isScalar(value: Value): value is Scalar {
  return value instanceof ExcelError || (!(value instanceof Matrix) && !isReference(value) && !isLambda(value))
}

/** Result of a lambda as one scalar; an array of more than one element cannot be nested in a cell. */
export function callForScalar(lambda: Lambda, args: readonly Value[]): Scalar {
  const cells = readCells(lambda.call(args))
  return isGrid(cells) ? errors.calc : cells
}
