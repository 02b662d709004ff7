import { extentOf } from '../cells.ts'
import { errors, Matrix, type Reference, type Scalar, type Value } from '../values.ts'
import type { CallContext } from './definition.ts'

/** What a function tells about the formula of each cell of a range; a cell without one gives undefined. */
export function ofFormulas(
  context: CallContext,
  reference: Reference,
  tell: (formula: string | undefined) => Scalar,
): Value {
  const [area, second] = reference.areas
  if (!area || second) return errors.value
  const at = (row: number, col: number) =>
    tell(context.workbook.formulaText(area.sheet, area.top + row, area.left + col))
  const grid = reference.grid(0)
  if (grid.rows === 1 && grid.cols === 1) return at(0, 0)
  const { rows, cols } = extentOf(grid)
  context.charge(rows * cols)
  const { data } = Matrix.build(rows, cols, at)
  // Below the used part of whole columns no cell has a formula.
  return new Matrix(grid.rows, cols, data, tell(undefined))
}
