import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorEnvelope } from '@sheetwright/contract/envelope.ts'
import { type ErrorCode, errorStatus } from '@sheetwright/contract/error-codes.ts'

const failures: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['INVALID_INPUT', 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: ['REQUEST_TOO_LARGE', 'The headers of the request are too large'],
}

/** Answers data that never became a request, because it is not HTTP or is incomplete, and closes the connection. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [errorCode, message] = failures[error.code ?? ''] ?? ['INVALID_INPUT', 'The request is not correct HTTP']
  const envelope: ErrorEnvelope = { status: 'Error', data: null, message, errorCode, correlationId: randomUUID() }
  const body = JSON.stringify(envelope)
  const status = errorStatus[errorCode]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
