import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '../../services.ts'
import type { WriteCallLine } from '../telemetry/call-lines.ts'
import { assertGateway, assertTenant, authorise, isBehindGateway } from './authorise.ts'
import type { CallerIdentity } from './caller.ts'
import { correlationIdOf } from './correlation-id.ts'
import type { AnswerDirectly, PathParams } from './direct-calls.ts'
import { type CallAnswer, errorAnswer } from './error-answer.ts'
import { sideBySide } from './gather-requests.ts'
import type { Handler } from './handle.ts'
import { isLong } from './long-list.ts'
import { type RateLimit, rateKey } from './rate-limit.ts'
import { leaveArrived, takeArrived } from './read-body.ts'
import { inputReader, type ReadInput } from './read-input.ts'
import { RequestContext, type RequestFacts } from './request-context.ts'
import { jsonAnswer, jsonHeaders } from './send-answer.ts'

export interface DirectParts {
  readonly services: Services
  readonly limit: RateLimit
  readonly writeLine: WriteCallLine<CallerIdentity>
  /** Undefined for what is no JSON, or not allowed in it. */
  readonly parseJson: (text: string) => unknown
  /** Of every answer: names and values in turn. */
  readonly headers: readonly string[]
}

const plainJson = /^application\/json(; ?charset="?utf-8"?)?$/i

/** How a call is answered on the short way; undefined for calls that always go through the framework. */
export function directAnswer(handler: Handler, parts: DirectParts): AnswerDirectly | undefined {
  const { call } = handler
  const { services, limit, writeLine, parseJson } = parts
  const { settings, identity, metrics, reports, stopping } = services
  const { running } = metrics
  const textOf = jsonAnswer(call)
  if (textOf === undefined || call.body?.kind !== 'json' || call.caller === 'anyone' || call.rule) return undefined
  const behindGateway = isBehindGateway(call)
  const readInput = inputReader(call)
  const noteDuration = metrics.callDurations.of(call.id)
  const everyHeader = [...parts.headers, ...jsonHeaders, 'x-request-id']

  const mayCall = ({ url = '', headers }: IncomingMessage, caller: CallerIdentity): boolean => {
    try {
      if (behindGateway) assertGateway(settings, headers)
      assertTenant(call, caller, url, headers)
      authorise(call, caller)
      return true
    } catch {
      return false
    }
  }

  /** Undefined where anything is wrong with it. */
  const readOf = ({ url = '' }: IncomingMessage, params: PathParams, text: string): ReadInput | undefined => {
    const body = isLong(text) ? undefined : parseJson(text)
    if (body === undefined) return undefined
    try {
      return readInput({ originalUrl: url, params, query: undefined }, body, [])
    } catch {
      return undefined
    }
  }

  const run = async (request: IncomingMessage, facts: RequestFacts, input: ReadInput): Promise<void> => {
    const { id, response } = facts
    running.calls++
    const from = performance.now()
    let status: number = errorStatus.CLIENT_CLOSED_REQUEST
    try {
      let answer: CallAnswer
      try {
        const context = new RequestContext(call.id, services, facts)
        context.params = input.params
        context.query = input.query
        context.body = input.body
        await sideBySide
        answer = { status: 200, text: textOf(await handler.run(context), id), headers: noHeaders }
      } catch (error) {
        const failed = { id, url: request.url ?? '', raw: request, body: input.body, log: facts.log() }
        answer = errorAnswer(failed, error, call.id, reports)
      }
      if (response.destroyed) return
      status = answer.status
      send(response, id, answer)
    } finally {
      running.calls--
      const millis = performance.now() - from
      noteDuration(status, millis / 1000)
      const line = { correlationId: id, call: call.id, status, millis: Math.round(millis * 10) / 10, who: facts.caller }
      writeLine(line, 'info')
    }
  }

  const send = (response: ServerResponse, id: string, { status, text, headers }: CallAnswer): void => {
    const list = [...everyHeader, id, 'content-length', String(Buffer.byteLength(text))]
    if (headers !== noHeaders) list.push(...Object.entries(headers).flat())
    response.writeHead(status, list).end(text)
  }

  return (request, response, params) => {
    // A server that stops has the framework tell its callers to go elsewhere for the next one.
    if (stopping.aborted) return false
    const caller = identity.known(request.headers)
    if (caller === undefined || !mayCall(request, caller) || !isPlainJson(request)) return false
    const bodyText = takeArrived(request)
    if (bodyText === undefined) return false
    const input = readOf(request, params, bodyText)
    if (input === undefined || limit.take(rateKey(caller)) > 0) {
      leaveArrived(request, bodyText)
      return false
    }
    const id = correlationIdOf(request.headers)
    const log = () => services.log.child({ correlationId: id })
    run(request, { id, caller, bodyText, longList: undefined, log, response }, input).catch((error) => {
      log().error({ err: error, call: call.id }, 'An answer could not be sent')
      response.destroy()
    })
    return true
  }
}

const noHeaders: CallAnswer['headers'] = {}

function isPlainJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  return type !== undefined && headers['content-encoding'] === undefined && plainJson.test(type)
}
