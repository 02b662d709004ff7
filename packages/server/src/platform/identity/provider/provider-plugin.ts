import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CallError } from '../../http/call-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { providerPath } from './provider.ts'

/** Maximum size of a sign-in form. */
const maxFormBytes = 16 * 1024

/**
 * Mounts the provider at /idp. The provider reads and answers its requests itself, so they bypass Fastify before any
 * body is parsed; the sign-in pages are ordinary routes beside it.
 */
export async function mountProvider(
  app: FastifyInstance,
  {
    origin,
    requestsPerMinute,
    answer,
    pages,
  }: {
    origin: string
    /** Requests per minute from one address: every started sign-in leaves a row for a while. */
    requestsPerMinute: number
    answer: (request: IncomingMessage, response: ServerResponse) => void
    pages: (scope: FastifyInstance) => void
  },
): Promise<void> {
  await app.register(async (scope) => {
    const limit = createRateLimit(requestsPerMinute)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
      const wait = limit.take(networkOf(request.ip))
      if (wait > 0) throw new CallError('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} s`, [], wait)
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    pages(scope)
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      url: `${providerPath}/*`,
      onRequest: (request, reply) => {
        reply.hijack()
        const { raw } = request
        // Headers set by earlier hooks, such as the correlation id and the security headers.
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        // The policy of the application's pages would block the provider's own.
        reply.raw.removeHeader('content-security-policy')
        raw.headers['x-forwarded-proto'] = new URL(origin).protocol.slice(0, -1)
        raw.headers['x-forwarded-host'] = new URL(origin).host
        const url = raw.url ?? ''
        Object.assign(raw, { originalUrl: url, url: url.slice(providerPath.length) || '/', log: request.log })
        answer(raw, reply.raw)
      },
      handler: () => undefined,
    })
  })
}
