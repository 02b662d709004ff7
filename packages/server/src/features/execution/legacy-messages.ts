import type { Message } from '@sheetwright/runtime/engine/call.ts'
import { errorTypeOf } from './error-type.ts'

/** Existing clients expect null instead of an empty list. */
export function legacyWarnings(warnings: readonly Message[]) {
  return warnings.length === 0 ? null : warnings.map(({ key, message }) => ({ key, message }))
}

export function legacyErrors(errors: readonly Message[]) {
  if (errors.length === 0) return null
  return errors.map((error) => ({
    error_category: 'EXECUTION',
    error_type: errorTypeOf(error),
    additional_details: error.key,
    source_path: error.cell ?? '',
    message: error.message,
  }))
}
