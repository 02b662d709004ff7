import type { Call } from '@sheetwright/contract/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReports } from '../telemetry/error-reports.ts'
import { CallError } from './call-error.ts'
import { sendError, tooLongAddress } from './error-answer.ts'
import type { SendPage } from './serve-web.ts'

/** Paths of the API: they get an envelope, never a page. */
const apiAddress = /^\/(api|users|idp|health|metrics|assets)(\/|$)|^\/[^/]+\/api\/v\d+\//i
const referencePage = /^\/api\/docs(\/|$)/i

/** Answers requests without a route: another method of a known path, a page of the application, or not found. */
export function answerNotFound(
  app: FastifyInstance,
  calls: readonly Call[],
  sendPage: SendPage,
  reports: ErrorReports,
): void {
  const patterns = calls.map(({ path, method }) => ({ pattern: patternOf(path), method }))

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method as string)
    // The router passes over a call if a parameter is longer than it reads.
    if (methods.includes(request.method)) return refuse(request, reply, tooLongAddress())
    if (methods.length > 0) return answerMethod(request, reply, allowed(methods))
    const isPage = !apiAddress.test(path) || referencePage.test(path)
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) return sendPage(request, reply)
    return refuse(request, reply, new CallError('NOT_FOUND', `There is nothing at ${request.method} ${path}`))
  })

  function answerMethod(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    return refuse(request, reply, new CallError('METHOD_NOT_ALLOWED', `This address takes ${allow}`))
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: CallError): FastifyReply {
    reply.header('x-request-id', request.id)
    return sendError(request, reply, error, 'none', reports)
  }
}

function allowed(methods: readonly string[]): string {
  const all = new Set([...methods, 'OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : [])])
  return [...all].sort().join(', ')
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}/?$`, 'i')
}
