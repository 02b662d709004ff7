import { type ExcelError, isUncomputable, type Matrix, type Scalar } from './values.ts'

/**
 * What a cell within the reach of a dynamic array shows of it. Cells behind its end are blank, unless the array cannot be
 * computed: then its size is unknown too, and every cell that it had in the file is as uncomputable as its first.
 */
export function spilledMember(matrix: Matrix, down: number, across: number): Scalar {
  if (down < matrix.rows && across < matrix.cols) return matrix.at(down, across) ?? 0
  return uncomputableArray(matrix) ?? null
}

/** The reason, where an array formula has no result at all. */
export function uncomputableArray(matrix: Matrix): ExcelError | undefined {
  if (matrix.rows !== 1 || matrix.cols !== 1) return undefined
  const only = matrix.at(0, 0)
  return isUncomputable(only) ? only : undefined
}
