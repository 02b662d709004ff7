import { Readable } from 'node:stream'
import { contentDisposition } from '@sheetwright/contract/content-disposition.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../files/file-store.ts'
import { byteRangeOf } from './byte-range.ts'
import { CallError } from './call-error.ts'
import type { FileAnswer } from './file-answer.ts'

const aDay = 24 * 3600

/** Answers with a download: named, streamed, in part for a range request, and with 304 if the caller has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
  declaredType: string,
): Promise<FastifyReply> {
  const etag = file.etag === undefined ? undefined : `"${file.etag}"`
  reply.header('content-disposition', contentDisposition(file.disposition ?? 'attachment', file.fileName))
  reply.header(
    'cache-control',
    file.isAddressedByHash === true ? `private, max-age=${aDay}, immutable` : 'private, no-cache',
  )
  if (etag !== undefined) reply.header('etag', etag)
  if (file.lastModified !== undefined) reply.header('last-modified', file.lastModified.toUTCString())
  if (etag !== undefined && matches(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.type(file.contentType ?? declaredType)
  if (file.size === undefined) {
    return reply.send(await opened(request, file, 'whole'))
  }
  reply.header('accept-ranges', 'bytes')
  const range = conditionHolds(request, file, etag) ? byteRangeOf(request.headers.range, file.size) : 'whole'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`).removeHeader('content-disposition')
    throw new CallError('RANGE_NOT_SATISFIABLE', `The file has ${file.size} bytes`)
  }
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range === 'whole' ? file.size : range.end - range.start + 1)
  return reply.send(await opened(request, file, range))
}

/** A HEAD request opens nothing; the framework keeps the length that was set. */
function opened(request: FastifyRequest, file: FileAnswer, range: ByteRange | 'whole'): Promise<Readable> | Readable {
  if (request.method === 'HEAD') return Readable.from([])
  return range === 'whole' ? file.open() : file.open(range)
}

/** A part is only useful if the caller's first part came from the same content. */
function conditionHolds(request: FastifyRequest, file: FileAnswer, etag: string | undefined): boolean {
  const condition = request.headers['if-range']
  if (condition === undefined) return true
  return condition === etag || condition === file.lastModified?.toUTCString()
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
