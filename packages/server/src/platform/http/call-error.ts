import type { FieldError } from '@sheetwright/contract/envelope.ts'
import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'

/** The one way to fail a request on purpose. The registrar maps it to the error envelope and the code's status. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly FieldError[] | undefined
  /** Seconds after which to retry; becomes `retry-after`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, errors?: readonly FieldError[], retryAfter?: number) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/** Why a request's work is called off: the reason of the signal it is given, and so the cause of its failure. */
export class CalledOff extends CallError {}
