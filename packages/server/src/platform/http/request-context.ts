import type { FastifyBaseLogger } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Services } from '../../services.ts'
import type { CallerIdentity } from './caller.ts'
import type { HandlerInput, UploadedFile } from './handle.ts'
import type { LongList } from './long-list.ts'

export const noFiles: Readonly<Record<string, UploadedFile | undefined>> = {}

/** What is known of a request, whichever way it came. */
export interface RequestFacts {
  readonly id: string
  readonly caller: CallerIdentity
  readonly bodyText: string
  readonly longList: LongList | undefined
  readonly log: () => FastifyBaseLogger
  readonly response: ServerResponse
}

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
  readonly longList: LongList | undefined
  readonly #callId: string
  readonly #facts: RequestFacts
  #controller: AbortController | undefined

  constructor(callId: string, services: Services, facts: RequestFacts) {
    this.caller = facts.caller
    this.services = services
    this.correlationId = facts.id
    this.bodyText = facts.bodyText
    this.longList = facts.longList
    this.#callId = callId
    this.#facts = facts
  }

  get log(): FastifyBaseLogger {
    return this.#facts.log().child({ call: this.#callId, ...whoIs(this.caller) })
  }

  get signal(): AbortSignal {
    this.#controller ??= abortedOnClose(this.#facts.response, this.services.stopping)
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

function abortedOnClose(response: ServerResponse, stopping: AbortSignal): AbortController {
  const controller = new AbortController()
  // The client can have gone before anybody asked.
  if (response.closed && !response.writableFinished) controller.abort()
  if (response.closed) return controller
  const stop = () => controller.abort()
  stopping.addEventListener('abort', stop)
  response.once('close', () => {
    stopping.removeEventListener('abort', stop)
    if (!response.writableFinished) controller.abort()
  })
  return controller
}
