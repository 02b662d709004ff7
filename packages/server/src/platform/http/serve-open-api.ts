import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Call } from '@sheetwright/contract/call.ts'
import { openApiDocument, type OpenApiOptions } from '@sheetwright/contract/open-api.ts'
import type { FastifyInstance } from 'fastify'

/** Serves the OpenAPI document to anybody. It never changes while the process runs, so it is written and packed once. */
export async function serveOpenApi(
  app: FastifyInstance,
  calls: readonly Call[],
  options: OpenApiOptions,
): Promise<void> {
  const text = JSON.stringify(openApiDocument(calls, options))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text)])
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

  app.get('/api/openapi.json', (request, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding', 'x-request-id': request.id })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const accepted = request.headers['accept-encoding'] ?? ''
    if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
    if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz)
    return reply.send(text)
  })
}
