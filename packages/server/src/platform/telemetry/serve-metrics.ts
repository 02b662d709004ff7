import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../http/call-error.ts'
import type { Metrics } from './metrics.ts'

/** Serves the metrics to Prometheus: on the local machine, and elsewhere with the token. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request) && !knowsToken(request, token)) {
      throw new CallError('PERMISSION_DENIED', 'Metrics are served on the machine itself, or with the metrics token')
    }
    const text = await metrics.registry.metrics()
    return reply.header('content-type', metrics.registry.contentType).send(text)
  })
}

/** A request forwarded by a proxy on the same machine comes from elsewhere. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers || 'via' in headers
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function knowsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined || headers.authorization === undefined) return false
  return timingSafeEqual(digest(headers.authorization), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
