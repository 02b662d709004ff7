import type { FastifyRequest, RequestPayload } from 'fastify'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { CallError } from './call-error.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Unpacks a compressed JSON body while it is read. The body limit of the route counts unpacked bytes, so that a small
 * body that unpacks to a huge one is cut off at the limit.
 */
export function decodeBody(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === '' || encoding === 'identity') return payload
  const decoder = decoders[encoding]
  if (decoder === undefined || request.headers['content-type']?.startsWith('multipart/') === true) {
    throw new CallError('UNSUPPORTED_MEDIA_TYPE', 'The content encoding of this body is not supported', [
      { field: 'header.content-encoding', message: 'is not supported', allowed: 'gzip, deflate, br (JSON bodies)' },
    ])
  }
  // The framework compares the length on the wire with content-length through this counter.
  const received = { bytes: 0 }
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      received.bytes += chunk.length
      done(null, chunk)
    },
  })
  const unpacked = decoder()
  pipeline(payload, counter, unpacked, () => undefined)
  return Object.defineProperty(unpacked, 'receivedEncodedLength', { get: () => received.bytes })
}

/** True for the failures of a body that is not what its content encoding says. */
export function isDecodingFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return /^(Z_|ERR_BROTLI|ERR_?_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(error.code)
}
