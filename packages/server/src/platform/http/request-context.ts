import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Services } from '../services.ts'
import { anyone, type CallerIdentity } from './caller.ts'
import { CalledOff } from './call-error.ts'
import type { HandlerInput, UploadedFile } from './handle.ts'
import type { LongList } from './long-list.ts'
import { tellLimit } from './tell-limit.ts'

export const noFiles: Readonly<Record<string, UploadedFile | undefined>> = {}

/** The context of a handler. Rarely used parts are created on demand. */
export class RequestContext implements HandlerInput {
  params: unknown
  query: unknown
  body: unknown
  files: HandlerInput['files'] = noFiles
  readonly caller: CallerIdentity
  readonly services: Services
  readonly correlationId: string
  readonly bodyText: string
  readonly longList: LongList | undefined
  private readonly callId: string
  private readonly request: FastifyRequest
  private readonly reply: FastifyReply
  private controller: AbortController | undefined

  constructor(callId: string, services: Services, request: FastifyRequest, reply: FastifyReply) {
    this.caller = request.caller ?? anyone
    this.services = services
    this.correlationId = request.id
    this.bodyText = request.bodyText
    this.longList = request.longList
    this.callId = callId
    this.request = request
    this.reply = reply
  }

  get log(): FastifyBaseLogger {
    return this.request.log.child({ call: this.callId, ...whoIs(this.caller) })
  }

  get address(): string {
    return this.request.ip
  }

  get header(): HandlerInput['header'] {
    return (name) => this.request.headers[name]?.toString()
  }

  get tellLimit(): HandlerInput['tellLimit'] {
    return (left, policy) => tellLimit(this.reply, left, policy)
  }

  get signal(): AbortSignal {
    this.controller ??= abortedOnClose(this.reply.raw, this.services.stopping)
    return this.controller.signal
  }
}

/** The caller, as the log names them. */
export function whoIs(caller: CallerIdentity): Readonly<Record<string, string>> {
  if (caller.kind === 'anyone') return {}
  if (caller.kind === 'key') return { tenant: caller.tenantName, key: caller.keyId }
  if (caller.kind === 'visitor' || caller.kind === 'fileVisitor')
    return { tenant: caller.tenantName, visitor: caller.visitorId }
  return { tenant: caller.tenantName, user: caller.userId }
}

/** The reason of the abort is what the caller is answered if the work fails because of it. */
function abortedOnClose(response: ServerResponse, stopping: AbortSignal): AbortController {
  const controller = new AbortController()
  const goAway = () => controller.abort(new CalledOff('CLIENT_CLOSED_REQUEST', 'The client went away'))
  // The client may have disconnected before the signal was requested.
  if (response.closed && !response.writableFinished) goAway()
  if (response.closed) return controller
  const stop = () =>
    controller.abort(
      new CalledOff('SERVICE_UNAVAILABLE', 'The server is stopping: send the request again', undefined, 5),
    )
  stopping.addEventListener('abort', stop)
  response.once('close', () => {
    stopping.removeEventListener('abort', stop)
    if (!response.writableFinished) goAway()
  })
  return controller
}
