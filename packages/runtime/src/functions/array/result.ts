import { type ExcelError, errors, Matrix, type Scalar } from '../../values.ts'
import type { CallContext } from '../definition.ts'

/** Most elements that an array made by a formula may have: more would not fit into memory. */
const MAX_ELEMENTS = 20_000_000

/** An array of a size that input values decide; counted against the budget before it is made. */
export function boundedMatrix(
  context: CallContext,
  rows: number,
  cols: number,
  cell: (row: number, col: number) => Scalar,
): Matrix | ExcelError {
  if (rows * cols > MAX_ELEMENTS) return errors.num
  context.charge(rows * cols)
  return Matrix.build(rows, cols, cell)
}
