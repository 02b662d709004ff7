import type { FastifyRequest, RequestPayload } from 'fastify'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { CallError } from './call-error.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Decompresses a JSON body while it is read. */
export function decodeBody(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const encoding = encodingOf(request)
  if (encoding === undefined) return payload
  const decoder = decoders[encoding]
  if (decoder === undefined) throw unsupported()
  const unpacked = decoder()
  pipeline(payload, unpacked, () => undefined)
  return unpacked
}

/** Forms are not compressed. */
export function refusePacked(request: FastifyRequest): void {
  if (encodingOf(request) !== undefined) throw unsupported()
}

function encodingOf({ headers }: FastifyRequest): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase()
  return encoding === '' || encoding === 'identity' ? undefined : encoding
}

function unsupported(): CallError {
  return new CallError('UNSUPPORTED_MEDIA_TYPE', 'The content encoding of this body is not supported', [
    { field: 'header.content-encoding', message: 'is not supported', allowed: 'gzip, deflate, br (JSON bodies)' },
  ])
}

/** True for errors of a body that does not match its content encoding. */
export function isDecodingFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return /^(Z_|ERR_BROTLI|ERR_?_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(error.code)
}
