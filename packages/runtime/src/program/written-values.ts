import { errorFromCode, errors, ExcelError, type Scalar } from '../values.ts'

/**
 * A value as stored in the program's data: an error is a list of its code and, if it is uncomputable, cell and reason.
 */
export function written(value: Scalar): unknown {
  if (!(value instanceof ExcelError)) return value
  return value.uncomputable ? [value.code, value.uncomputable.cell, value.uncomputable.reason] : [value.code]
}

/** Decodes an entry of the program's data: errors are lists of their code and, if they are uncomputable, why. */
export function revived(value: unknown): Scalar {
  if (!Array.isArray(value)) return value as Scalar
  const [code, cell, reason] = value as [string, string?, string?]
  return errorOf(code, cell, reason)
}

/** The error of a code; with a cell and a reason it is uncomputable. */
export function errorOf(code: string, cell?: string | null, reason?: string | null): ExcelError {
  const error = errorFromCode(code) ?? errors.value
  return typeof cell === 'string' ? new ExcelError(error.code, { cell, reason: reason ?? '' }) : error
}
