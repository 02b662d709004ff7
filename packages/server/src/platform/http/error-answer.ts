import type { ErrorEnvelope, LegacyErrorEnvelope } from '@sheetwright/contract/envelope.ts'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnreachable, isStatementTimeout, postgresFailure } from '../db/sql-errors.ts'
import { DamagedContentError, MissingContentError, TooLargeError } from '../files/file-store.ts'
import type { ErrorReports } from '../telemetry/error-reports.ts'
import { ownCorrelationId } from './correlation-id.ts'
import { isStorageFull } from '../files/disk-space.ts'
import { CalledOff, CallError } from './call-error.ts'
import { isDecodingFailure } from './decode-body.ts'
import { deepField } from './deep-field.ts'
import { asOAuthClientsReadIt, usesBasic } from './oauth-error.ts'
import { longestParameter } from './routable-url.ts'
import { jsonHeaders } from './send-answer.ts'
import { fieldWith } from './unstorable-field.ts'

/** Errors of the framework and its parsers that the sender of the request caused. */
const frameworkFailures: Readonly<Record<string, (error: Error) => CallError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new CallError('UNSUPPORTED_MEDIA_TYPE', 'The content type of the body is not one that this call takes', [
      { field: 'header.content-type', message: 'is not supported', allowed: 'application/json, multipart/form-data' },
    ]),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new CallError('REQUEST_TOO_LARGE', 'The body is larger than this call takes'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new CallError('INVALID_INPUT', 'The body is not as long as content-length says'),
  FST_ERR_CTP_INVALID_JSON_BODY: (error) => invalidBody(error.message),
  FST_ERR_BAD_URL: () => wrongAddress('The address is not correctly percent-encoded', 'with %25 for a percent sign'),
  FST_ERR_MAX_PARAM_LENGTH: () => tooLongAddress(),
  // Addresses that cannot be those of files: with an empty part, a null character, or longer than any name of a file.
  FST_STATIC_FORBIDDEN_PATH: () => new CallError('NOT_FOUND', 'There is nothing at this address'),
  FST_PARTS_LIMIT: () => new CallError('REQUEST_TOO_LARGE', 'The form has too many parts'),
  FST_FILES_LIMIT: () => new CallError('REQUEST_TOO_LARGE', 'The form has too many files'),
  FST_FIELDS_LIMIT: () => new CallError('REQUEST_TOO_LARGE', 'The form has too many fields'),
  FST_PROTO_VIOLATION: () => invalidBody('a field name is not allowed'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new CallError('UNSUPPORTED_MEDIA_TYPE', 'This call takes multipart/form-data'),
  FST_INVALID_JSON_FIELD_ERROR: () => invalidBody('a field declared as JSON is not'),
  FST_MP_PREMATURE_CLOSE: () => new CallError('CLIENT_CLOSED_REQUEST', 'The form ended before it was complete'),
}

function invalidBody(message: string): CallError {
  return new CallError('INVALID_INPUT', `The body could not be read: ${message}`, [{ field: 'body', message }])
}

function wrongAddress(message: string, allowed: string): CallError {
  return new CallError('INVALID_INPUT', message, [{ field: 'path', message, allowed }])
}

export function tooLongAddress(): CallError {
  return wrongAddress('A part of the address is too long', `at most ${longestParameter} characters between two slashes`)
}

/** Too deep recursion fails as a range error; in a body that is not deep, that is our own fault. */
function tooDeep(body: unknown): CallError | undefined {
  const field = deepField(body)
  if (field === undefined) return undefined
  const message = 'is nested too deep'
  return new CallError('INVALID_INPUT', `${field}: ${message}`, [{ field, message }])
}

/** The form parser reports malformed forms as plain errors; only their full message identifies them. */
const malformedForm =
  /^(multipart: boundary not found|(\w+ terminated early due to )?unexpected end of multipart data|malformed part header)$/i

/** Maps any failure to the caller's error. Undefined for unexpected ones: those are our fault, not theirs. */
function callErrorOf(error: unknown, request: FastifyRequest): CallError | undefined {
  if (error instanceof CallError) return error
  if (error instanceof Error && error.cause instanceof CalledOff) return error.cause
  const deep = error instanceof RangeError ? tooDeep(request.body) : undefined
  if (deep !== undefined) return deep
  if (error instanceof TooLargeError) {
    return new CallError('FILE_SIZE_LIMIT_EXCEEDED', `The file is larger than ${error.maxBytes} bytes`)
  }
  if (error instanceof MissingContentError) return new CallError('FILE_NOT_FOUND', 'The content of the file is gone')
  if (error instanceof DamagedContentError) {
    return new CallError(
      'FILE_DAMAGED',
      'The stored file is damaged. Ask your operator to bring it back from a backup.',
    )
  }
  if (isDecodingFailure(error)) return invalidBody('it does not unpack as its content-encoding says')
  if (!(error instanceof Error)) return undefined
  if (malformedForm.test(error.message)) return invalidBody(error.message)
  if (isUnstorable(error)) {
    const message = 'A text holds the character U+0000, which is not allowed in any'
    return unstorable(
      message,
      fieldWith(request, (text) => text.includes('\u0000')),
    )
  }
  if (isHalfCharacter(error)) {
    const message = 'A text holds half of a character (a surrogate without its pair)'
    return unstorable(
      message,
      fieldWith(request, (text) => !text.isWellFormed()),
    )
  }
  if (isStorageFull(error)) {
    return new CallError(
      'STORAGE_FULL',
      'The server has no space left to store this. Nothing was saved.',
      undefined,
      60,
    )
  }
  if (isUnreachable(error)) {
    return new CallError('SERVICE_UNAVAILABLE', 'The database cannot be reached at the moment', undefined, 5)
  }
  if (isOvertaken(error)) {
    return new CallError(
      'SERVICE_UNAVAILABLE',
      'Other changes of the same things were made at the same time. Nothing was saved: send the request again.',
      undefined,
      1,
    )
  }
  if (isStatementTimeout(error)) {
    return new CallError('SERVICE_UNAVAILABLE', 'The database took too long to answer', undefined, 5)
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return frameworkFailures[error instanceof URIError && code === '' ? 'FST_ERR_BAD_URL' : code]?.(error)
}

/** The sender disconnected in the middle of the body: any failure follows from that, and nobody reads the response. */
function hasGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

/** The field is unknown where the text is in a form or in a file. */
function unstorable(message: string, field: string | undefined): CallError {
  return new CallError('INVALID_INPUT', message, field === undefined ? undefined : [{ field, message }])
}

/** SQLSTATE codes of U+0000, which PostgreSQL accepts in no text and no JSON. */
function isUnstorable(error: unknown): boolean {
  return /^(22021|22P05)$/.test(postgresFailure(error)?.code ?? '')
}

/** We write valid JSON, so PostgreSQL refuses it only for a surrogate without its pair, which its JSON cannot hold. */
function isHalfCharacter(error: unknown): boolean {
  const failure = postgresFailure(error)
  return failure?.code === '22P02' && /\bjsonb?\b/.test(failure.message)
}

/** SQLSTATE classes of lost connections and of a server that starts, stops or has no connection left. */
function isUnreachable(error: unknown): boolean {
  return error instanceof DatabaseUnreachable || /^(08|53300|57P0[1-3])/.test(postgresFailure(error)?.code ?? '')
}

/** SQLSTATE codes of a transaction that the database ended in favour of another. */
function isOvertaken(error: unknown): boolean {
  return /^(40001|40P01)$/.test(postgresFailure(error)?.code ?? '')
}

/** The caller's error; undefined for an unexpected failure. */
export function knownFailure(request: FastifyRequest, error: unknown): CallError | undefined {
  if (hasGone(request)) return new CallError('CLIENT_CLOSED_REQUEST', 'The request ended before it was complete')
  return callErrorOf(error, request)
}

/**
 * Answers every failure in the envelope of its code. An unexpected one is logged and reported, without its text in the
 * response.
 */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  callId: string,
  reports: ErrorReports,
): FastifyReply {
  const known = knownFailure(request, error)
  if (known === undefined || errorStatus[known.code] >= 500) {
    request.log.error({ err: error, call: callId }, 'A call failed unexpectedly')
  }
  if (known === undefined) reports.report(error, { correlationId: request.id, callId })
  const answer =
    known ?? new CallError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server. It has been logged.')
  const envelope: ErrorEnvelope = {
    status: 'Error',
    data: null,
    message: answer.message,
    errorCode: answer.code,
    ...(answer.errors === undefined ? {} : { errors: [...answer.errors] }),
    correlationId: ownCorrelationId(request.body) ?? request.id,
  }
  return reply
    .code(errorStatus[answer.code])
    .removeHeader('content-length')
    .headers({ ...headersOf(answer), ...challengeOf(request, answer), ...jsonHeaders })
    .send(JSON.stringify(asReadAt(request.url, envelope, answer)))
}

function headersOf({ code, retryAfter }: CallError): Record<string, string> {
  const headers: Record<string, string> = {}
  if (retryAfter !== undefined) headers['retry-after'] = headers['x-retry-after'] = String(retryAfter)
  if (code === 'UNAUTHORIZED_ACCESS') headers['www-authenticate'] = 'Bearer'
  if (code === 'TOKEN_EXPIRED') headers['www-authenticate'] = 'Bearer error="invalid_token"'
  return headers
}

/** Clients that used HTTP Basic authentication for a token are told that scheme again (RFC 6749, section 5.2). */
function challengeOf({ url, headers }: FastifyRequest, { code }: CallError): Record<string, string> {
  const isTold = code === 'UNAUTHORIZED_ACCESS' && forOAuthClients.test(url) && usesBasic(headers.authorization)
  return isTold ? { 'www-authenticate': 'Basic realm="client", charset="UTF-8"' } : {}
}

function asReadAt(url: string, envelope: ErrorEnvelope, error: CallError): ErrorEnvelope {
  if (forOAuthClients.test(url)) return asOAuthClientsReadIt(envelope, error)
  return forExistingClients.test(url) ? asExistingClientsReadIt(envelope) : envelope
}

/** Paths of calls that OAuth clients make. */
const forOAuthClients = /^\/auth\/realms\//i

/** Paths of calls whose clients know another error format; they get both in one. */
const forExistingClients = /^\/(?!api\/)[^/]+\/api\/v\d+\//i

function asExistingClientsReadIt(envelope: ErrorEnvelope): LegacyErrorEnvelope {
  const { errorCode: code, message, errors, correlationId } = envelope
  return {
    ...envelope,
    error: { code, message, errors: errors ?? null },
    response_data: null,
    response_meta: { correlation_id: correlationId, request_timestamp: new Date().toISOString() },
  }
}
