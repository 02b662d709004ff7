import { isUtf8 } from 'node:buffer'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { CallError } from './call-error.ts'
import { decodeBody } from './decode-body.ts'

type Done = (error: Error | null, text: string) => void

/**
 * Reads a body as text, decompressed if necessary, up to `mostBytes`. Most bodies have already arrived in one piece,
 * and are taken directly, without event listeners.
 */
export function readBody(request: FastifyRequest, payload: RequestPayload, mostBytes: number, done: Done): void {
  const length = Number(request.headers['content-length'])
  if (length > mostBytes) return done(tooLarge(mostBytes), '')
  const unpacked = decodeBody(request, payload)
  const first = unpacked === payload ? (payload.read() as Buffer | null) : null
  if (first?.length === length) return give(first, done)
  readOn(unpacked, first, mostBytes, done)
}

/** Compressed bodies count by their decompressed size, so that a zip bomb is cut off at the limit. */
function readOn(payload: RequestPayload, first: Buffer | null, mostBytes: number, done: Done): void {
  const chunks: Buffer[] = []
  let length = 0
  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) end(tooLarge(mostBytes))
  }
  const end = (error: Error | null = null): void => {
    // Ignore the rest of the body, and errors of its sender.
    payload.off('data', take).off('end', end).off('error', end).on('error', ignore).pause()
    if (error === null) give(Buffer.concat(chunks, length), done)
    else done(error, '')
  }
  if (first !== null) take(first)
  if (length <= mostBytes) payload.on('data', take).on('end', end).on('error', end)
}

/** Other encodings are refused: their characters would become replacement characters, and be computed with. */
function give(bytes: Buffer, done: Done): void {
  if (isUtf8(bytes)) done(null, textOf(bytes))
  else done(new CallError('INVALID_INPUT', message, [{ field: 'body', message: 'is not UTF-8' }]), '')
}

const message = 'The body is not encoded as UTF-8'

/** Without the byte order mark that some clients send. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text
}

const byteOrderMark = 0xfeff

function ignore(): void {}

function tooLarge(mostBytes: number): CallError {
  const allowed = `at most ${Math.floor(mostBytes / 1024)} KB`
  return new CallError('REQUEST_TOO_LARGE', 'The body is larger than this call takes', [
    { field: 'body', message: 'is too large', allowed },
  ])
}
