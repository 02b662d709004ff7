import { type ExcelError, isUncomputable, type Matrix, type Scalar } from './values.ts'

/**
 * The value of a cell within the extent of a dynamic array. Cells after its end are blank, unless the array is
 * uncomputable: then its size is unknown too, and every cell in its saved extent is as uncomputable as the first.
 */
export function spilledMember(matrix: Matrix, down: number, across: number): Scalar {
  if (down < matrix.rows && across < matrix.cols) return matrix.at(down, across) ?? 0
  return uncomputableArray(matrix) ?? null
}

/** The reason, if an array formula has no result at all. */
export function uncomputableArray(matrix: Matrix): ExcelError | undefined {
  if (matrix.rows !== 1 || matrix.cols !== 1) return undefined
  const only = matrix.at(0, 0)
  return isUncomputable(only) ? only : undefined
}
