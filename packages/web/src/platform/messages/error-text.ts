import { ApiError, requestFailures, type RequestFailure } from '@sheetwright/contract/api-error.ts'
import { errorStatus, type ErrorCode } from '@sheetwright/contract/error-codes.ts'
import type { Text } from './use-text.ts'

type KnownCode = ErrorCode | RequestFailure

function isKnown(code: string): code is KnownCode {
  return code in errorStatus || requestFailures.includes(code as RequestFailure)
}

/** Codes that alone do not say what is at fault. */
const unspecific: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'INVALID_INPUT'])

/** The text of a failure for the user. */
export function errorText(text: Text, error: unknown): string {
  if (!(error instanceof ApiError)) return text('Error.DEFAULT_ERROR')
  if (isKnown(error.code) && unspecific.has(error.code) && error.reason !== undefined) {
    return text('Error.withReason', { message: text(`Error.${error.code}`), reason: error.reason })
  }
  // The message says how long to wait.
  if (error.code === 'TOO_MANY_REQUESTS' && error.message !== '') return error.message
  return isKnown(error.code) ? text(`Error.${error.code}`) : error.message || text('Error.DEFAULT_ERROR')
}

/** The reference that support asks for. */
export function correlationIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.correlationId : undefined
}
