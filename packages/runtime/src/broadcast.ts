import { isGrid } from './cells.ts'
import { errors, type Grid, Matrix, type Scalar } from './values.ts'

/**
 * Runs `compute` once for each place of the common shape: rows and columns of one repeat, a place that one of the arrays does
 * not have is #N/A.
 */
export function broadcast(inputs: readonly (Scalar | Grid)[], compute: (cells: Scalar[]) => Scalar): Matrix {
  const { rows, cols } = shapeOf(inputs)
  const data: Scalar[] = []
  const cells: Scalar[] = inputs.map((input) => (isGrid(input) ? null : input))
  const grids = inputs.flatMap((input, index) => (isGrid(input) ? [{ index, grid: input }] : []))
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      let outside = false
      for (const { index, grid } of grids) {
        const r = grid.rows === 1 ? 0 : row
        const c = grid.cols === 1 ? 0 : col
        if (r >= grid.rows || c >= grid.cols) outside = true
        else cells[index] = grid.at(r, c)
      }
      data.push(outside ? errors.na : compute(cells))
    }
  }
  return new Matrix(rows, cols, data)
}

/** Whole columns and rows count as far as anything stands in them. */
function shapeOf(inputs: readonly (Scalar | Grid)[]): { rows: number; cols: number } {
  let rows = 1
  let cols = 1
  for (const input of inputs) {
    if (!isGrid(input)) continue
    if (input.rows > 1) rows = Math.max(rows, extent(input.rows, input.usedRows))
    if (input.cols > 1) cols = Math.max(cols, extent(input.cols, input.usedCols))
  }
  return { rows, cols }
}

/** Ranges as long as a whole column are cut to what is used; any other range keeps its length, blank or not. */
const WHOLE = 16_384

function extent(size: number, used: number): number {
  return size >= WHOLE ? Math.max(used, 1) : size
}
