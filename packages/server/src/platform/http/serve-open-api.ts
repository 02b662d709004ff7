import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Call } from '@sheetwright/contract/call.ts'
import { openApiDocument, type OpenApiOptions } from '@sheetwright/contract/open-api.ts'
import type { FastifyInstance } from 'fastify'

interface WrittenDocument {
  readonly text: string
  readonly br: Buffer
  readonly gz: Buffer
  readonly etag: string
}

/** The best compression takes seconds of a core to save a few percent. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }

/**
 * Serves the OpenAPI document to anybody. It never changes while the process runs, so it is generated and compressed
 * once: at the first request, because the server is ready seconds earlier without it.
 */
export function serveOpenApi(app: FastifyInstance, calls: readonly Call[], options: OpenApiOptions): void {
  let written: Promise<WrittenDocument> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    written ??= writeDocument(calls, options)
    const { text, br, gz, etag } = await written
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding', 'x-request-id': request.id })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz)
    return reply.send(text)
  })
}

async function writeDocument(calls: readonly Call[], options: OpenApiOptions): Promise<WrittenDocument> {
  const text = JSON.stringify(openApiDocument(calls, options))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text, brotliOptions), promisify(gzip)(text)])
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, br, gz, etag }
}
