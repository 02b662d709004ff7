import { isGrid } from './cells.ts'
import { errors, type Grid, Matrix, type Scalar } from './values.ts'

/** Arrays at least this tall, made from whole columns, are computed only down to the last used row. */
const TALL = 16_384

/**
 * Runs `compute` once for each position of the common shape: single rows and columns repeat; a position outside one of
 * the arrays is #N/A.
 */
export function broadcast(inputs: readonly (Scalar | Grid)[], compute: (cells: Scalar[]) => Scalar): Matrix {
  return atEachPlace(inputs, (cells, outside) => (outside ? errors.na : compute(cells)))
}

/**
 * Like `broadcast`, but for functions that choose: a position outside an array is #N/A only if that array is chosen.
 */
export function spread(inputs: readonly (Scalar | Grid)[], choose: (cells: Scalar[]) => Scalar): Matrix {
  return atEachPlace(inputs, choose)
}

function atEachPlace(
  inputs: readonly (Scalar | Grid)[],
  compute: (cells: Scalar[], outside: boolean) => Scalar,
): Matrix {
  let rows = 1
  let cols = 1
  for (const input of inputs) {
    if (!isGrid(input)) continue
    if (input.rows > rows) rows = input.rows
    if (input.cols > cols) cols = input.cols
  }
  const held = rows >= TALL ? heldRows(inputs, rows, cols) : rows
  const cells: Scalar[] = inputs.map((input) => (isGrid(input) ? null : input))
  const grids = inputs.flatMap((input, index) => (isGrid(input) ? [{ index, grid: input }] : []))
  const data: Scalar[] = []
  for (let row = 0; row < held; row++) {
    for (let col = 0; col < cols; col++) {
      let outside = false
      for (const { index, grid } of grids) {
        const r = grid.rows === 1 ? 0 : row
        const c = grid.cols === 1 ? 0 : col
        const has = r < grid.rows && c < grid.cols
        cells[index] = has ? grid.at(r, c) : errors.na
        if (!has) outside = true
      }
      data.push(compute(cells, outside))
    }
  }
  if (held === rows) return new Matrix(rows, cols, data)
  for (const { index, grid } of grids) cells[index] = grid.at(grid.rows === 1 ? 0 : held, 0)
  return new Matrix(rows, cols, data, compute(cells, false))
}

/** The number of rows to compute one by one; the rows below are all alike. */
function heldRows(inputs: readonly (Scalar | Grid)[], rows: number, cols: number): number {
  let held = 1
  for (const input of inputs) {
    if (!isGrid(input)) continue
    // With a position outside the array, the rows below the used part differ from column to column.
    if (input.cols !== 1 && input.cols !== cols) return rows
    if (input.rows === 1) {
      if (input.cols > 1) return rows
      continue
    }
    if (input.rows !== rows) return rows
    held = Math.max(held, input instanceof Matrix ? input.heldRows : input.usedRows)
  }
  return Math.min(held, rows)
}
