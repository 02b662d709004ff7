import { createServer } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { ErrorReports } from '../telemetry/error-reports.ts'
import { CallLog } from './call-log.ts'
import { correlationIdOf } from './correlation-id.ts'
import { sendError } from './error-answer.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { gatherRequests } from './gather-requests.ts'
import { logByRequest } from './request-log.ts'
import { longestParameter, routableUrl } from './routable-url.ts'
import { closeConnectionsAtStop } from './close-connections.ts'

export interface HttpServerOptions {
  readonly log: FastifyBaseLogger
  readonly reports: ErrorReports
  /**
   * Number of trusted proxies in front, which report the client's address; anybody can forge the entries before theirs.
   */
  readonly trustProxy: number
}

/** An HTTP server without routes: how it routes, identifies and logs requests. */
export function createHttpServer({ log, reports, trustProxy }: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: logByRequest(log),
    logController: new CallLog(),
    genReqId: (request) => correlationIdOf(request.headers),
    ...(trustProxy > 0 && { trustProxy: (_address, hop) => hop < trustProxy }),
    // A stopping process still answers requests; it is no longer ready, so that no new ones are sent to it.
    return503OnClosing: false,
    serverFactory: (listener) => {
      const server = createServer(gatherRequests(listener))
      // For clients that stop sending: none holds a connection forever. A large upload may take its time.
      server.requestTimeout = 30 * 60_000
      server.keepAliveTimeout = 72_000
      return server.setTimeout(5 * 60_000)
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      void sendError(request, reply.header('x-request-id', request.id), error, 'none', reports)
    },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: longestParameter },
  })
  closeConnectionsAtStop(app)
  return app
}
