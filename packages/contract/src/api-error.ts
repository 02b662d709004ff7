import type { FieldError } from './envelope.ts'
import type { ErrorCode } from './error-codes.ts'

/** Failures that never reached the server, or whose response could not be understood. */
export const requestFailures = [
  /** No response at all. */
  'UNABLE_TO_CONNECT',
  /** Status 401 without a readable body. */
  'UNAUTHORIZED_ACCESS',
  /** Any other response that the call does not declare. */
  'UNABLE_TO_PARSE_RESPONSE',
  /** The session could not be renewed; the user is logged out. */
  'REFRESH_TOKEN_LIMIT_REACHED',
  /** The issuer configuration could not be loaded. */
  'ISSUER_CONFIGURATIONS',
  /** Cancelled by the caller; not reported. */
  'NETWORK_CANCELLED',
  /** The connection broke during the response. */
  'NETWORK_ERROR',
] as const

export type RequestFailure = (typeof requestFailures)[number]

export interface ApiErrorDetails {
  readonly status?: number
  readonly fieldErrors?: readonly FieldError[]
  readonly correlationId?: string | undefined
  readonly data?: unknown
  readonly cause?: unknown
}

/** The error of every failed client call. */
export class ApiError extends Error {
  readonly code: ErrorCode | RequestFailure | (string & {})
  /** HTTP status, 0 without a response. */
  readonly status: number
  readonly fieldErrors: readonly FieldError[]
  readonly correlationId: string | undefined
  readonly data: unknown

  constructor(code: ApiError['code'], message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? 0
    this.fieldErrors = details.fieldErrors ?? []
    this.correlationId = details.correlationId
    this.data = details.data
  }

  /** The first invalid field, if the server named one. */
  get reason(): string | undefined {
    return this.fieldErrors[0]?.message
  }
}
