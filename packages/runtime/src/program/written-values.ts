import { errorFromCode, errors, ExcelError, type Scalar } from '../values.ts'

/** A value as the program's data hold it: an error is a list of its code and, where it cannot be computed, cell and reason. */
export function written(value: Scalar): unknown {
  if (!(value instanceof ExcelError)) return value
  return value.uncomputable ? [value.code, value.uncomputable.cell, value.uncomputable.reason] : [value.code]
}

/** What an entry of the program's data stands for: errors are lists of their code and, where they cannot be computed, why. */
export function revived(value: unknown): Scalar {
  if (!Array.isArray(value)) return value as Scalar
  const [code, cell, reason] = value as [string, string?, string?]
  return errorOf(code, cell, reason)
}

/** The error of a code; one with a cell and a reason cannot be computed. */
export function errorOf(code: string, cell?: string | null, reason?: string | null): ExcelError {
  const error = errorFromCode(code) ?? errors.value
  return typeof cell === 'string' ? new ExcelError(error.code, { cell, reason: reason ?? '' }) : error
}
