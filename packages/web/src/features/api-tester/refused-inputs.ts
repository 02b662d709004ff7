import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { Note } from './run.ts'

const inputsPath = 'body.request_data.inputs.'

/** The inputs that the engine refused, each with the reason; undefined if the call failed for another reason. */
export function refusedInputs(error: Error | null): Note[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT' || error.fieldErrors.length === 0) return undefined
  return error.fieldErrors.map(({ field, message }) => ({
    key: field.startsWith(inputsPath) ? field.slice(inputsPath.length) : field,
    message,
  }))
}
