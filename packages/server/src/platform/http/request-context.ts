import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { anyone, type CallerIdentity } from './caller.ts'
import type { HandlerInput, UploadedFile } from './handle.ts'
import type { LongList } from './long-list.ts'

export const noFiles: Readonly<Record<string, UploadedFile | undefined>> = {}

/** What a handler works with. What few handlers ask for is made when it is asked for. */
export class RequestContext implements HandlerInput {
  params: unknown
  query: unknown
  body: unknown
  files: HandlerInput['files'] = noFiles
  readonly caller: CallerIdentity
  readonly services: Services
  readonly correlationId: string
  readonly bodyText: string
  readonly #callId: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #controller: AbortController | undefined

  constructor(callId: string, services: Services, request: FastifyRequest, reply: FastifyReply) {
    this.caller = request.caller ?? anyone
    this.services = services
    this.correlationId = request.id
    this.bodyText = request.bodyText
    this.#callId = callId
    this.#request = request
    this.#reply = reply
  }

  get longList(): LongList | undefined {
    return this.#request.longList
  }

  get log(): FastifyBaseLogger {
    return this.#request.log.child({ call: this.#callId, ...whoIs(this.caller) })
  }

  get signal(): AbortSignal {
    this.#controller ??= abortedOnClose(this.#reply, this.services.stopping)
    return this.#controller.signal
  }
}

/** Who calls, as the log names them. */
export function whoIs(caller: CallerIdentity): Readonly<Record<string, string>> {
  if (caller.kind === 'anyone') return {}
  if (caller.kind === 'key') return { tenant: caller.tenantName, key: caller.keyId }
  if (caller.kind === 'visitor') return { tenant: caller.tenantName, visitor: caller.visitorId }
  return { tenant: caller.tenantName, user: caller.userId }
}

function abortedOnClose(reply: FastifyReply, stopping: AbortSignal): AbortController {
  const controller = new AbortController()
  // The client can have gone before anybody asked.
  if (reply.raw.closed && !reply.raw.writableFinished) controller.abort()
  if (reply.raw.closed) return controller
  const stop = () => controller.abort()
  stopping.addEventListener('abort', stop)
  reply.raw.once('close', () => {
    stopping.removeEventListener('abort', stop)
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}
