import { type ExcelError, Matrix, type Reference, type Scalar } from './values.ts'

/**
 * What OFFSET and INDIRECT give for arrays: a reference (or an error) at each place. Functions that take a range run for
 * each of them (SUMIF, COUNTIF, SUBTOTAL …); all others see an array of the first cells.
 */
export class ReferenceArray extends Matrix {
  private readonly references: readonly (Reference | ExcelError)[]

  constructor(firstCells: Matrix, references: readonly (Reference | ExcelError)[]) {
    const { rows, cols } = firstCells
    const held = firstCells.heldRows * cols
    super(
      rows,
      cols,
      Array.from({ length: held }, (_, i) => firstCells.at(Math.floor(i / cols), i % cols)),
      firstCells.fill,
    )
    this.references = references
  }

  /** An array of the same shape with the index of each reference. */
  indexes(): Matrix {
    const held = this.heldRows * this.cols
    return new Matrix(
      this.rows,
      this.cols,
      Array.from({ length: held }, (_, i) => i),
      held,
    )
  }

  reference(index: Scalar): Reference | ExcelError {
    return this.references[index as number] as Reference | ExcelError
  }

  /** Every reference or error once. */
  all(): readonly (Reference | ExcelError)[] {
    return this.references
  }
}
