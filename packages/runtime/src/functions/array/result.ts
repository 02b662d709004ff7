import { type ExcelError, errors, Matrix, type Scalar } from '../../values.ts'
import type { CallContext } from '../definition.ts'

/** Most elements of an array that a formula makes: more would not fit into memory. */
const MAX_ELEMENTS = 20_000_000

/** An array whose size depends on input values; charged to the budget before it is allocated. */
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
