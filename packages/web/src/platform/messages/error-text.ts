import { ApiError, requestFailures, type RequestFailure } from '@sheetwright/contract/api-error.ts'
import { errorStatus, type ErrorCode } from '@sheetwright/contract/error-codes.ts'
import type { Text } from './use-text.ts'

type KnownCode = ErrorCode | RequestFailure

function isKnown(code: string): code is KnownCode {
  return code in errorStatus || requestFailures.includes(code as RequestFailure)
}

/** The text of a failure for the user. */
export function errorText(text: Text, error: unknown): string {
  if (!(error instanceof ApiError)) return text('Error.DEFAULT_ERROR')
  // These alone do not say what is at fault.
  if ((error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'INVALID_INPUT') && error.reason !== undefined) {
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
