import { type CallRule, isForExistingClients } from '@sheetwright/contract/call.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Services } from '../../services.ts'
import { assertGateway, assertTenant, authorise } from './authorise.ts'
import { CallError } from './call-error.ts'
import type { CallerIdentity } from './caller.ts'
import { decodeBody } from './decode-body.ts'
import { sendError } from './error-answer.ts'
import { acceptFormAsJson } from './form-as-json.ts'
import type { Handler, UploadedFile } from './handle.ts'
import { cutLongList, type LongList } from './long-list.ts'
import { createRateLimit, guessKey, type RateLimit, rateKey } from './rate-limit.ts'
import { missingFiles, readForm } from './read-form.ts'
import { inputReader } from './read-input.ts'
import { answerSender } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known; undefined before that. */
    caller: CallerIdentity | undefined
    /** A JSON body as it was sent, unpacked. */
    bodyText: string
    /** What was cut out of a long body. */
    longList: LongList | undefined
  }
  interface FastifyContextConfig {
    /** The field of the body whose list is cut out when it is long. */
    readonly longList?: string | undefined
  }
}

/** Throws RULE_VALIDATION_FAILED when the groups of a caller deny what a call needs. */
type AssertRule = (
  services: Services,
  caller: { readonly tenantId: string; readonly groups: readonly string[] },
  rule: CallRule,
) => Promise<void>

/** Where no rules are known, a call that needs one is refused. */
const unknownRule: AssertRule = async () => {
  throw new CallError('RULE_VALIDATION_FAILED', 'The rules by group are not known here')
}

const anyone: CallerIdentity = { kind: 'anyone' }

/** JSON bodies up to this size, unpacked. */
const maxJsonBytes = 16 * 1024 * 1024

/**
 * The one place where calls become routes. For each: limit, identify, authorise, read and validate the input, run the
 * handler, answer through the declared output, map every failure to the envelope, measure and log.
 */
export async function registerCalls(
  app: FastifyInstance,
  handlers: readonly Handler[],
  services: Services,
  assertRule: AssertRule = unknownRule,
): Promise<void> {
  const limit = createRateLimit(services.settings.requestsPerMinute)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('bodyText', '')
  app.decorateRequest('longList', undefined)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, 'none', services.reports))
  acceptJson(app)
  acceptFormAsJson(app, maxJsonBytes)

  for (const handler of handlers.filter((each) => !isForm(each)))
    app.route(routeOf(handler, services, limit, assertRule))
  // The parser of forms listens to every request of its scope, so it gets one of its own.
  await app.register(async (forms) => {
    forms.removeContentTypeParser('multipart/form-data')
    await forms.register(multipart, { throwFileSizeLimit: false })
    for (const handler of handlers.filter(isForm)) forms.route(routeOf(handler, services, limit, assertRule))
  })
}

function isForm({ call }: Handler): boolean {
  return call.body?.kind === 'form'
}

/** JSON is the only body that is read as a whole; an empty one is no body. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // The mark that some programs put before UTF-8 is no part of JSON, though the parser lets it pass.
    request.bodyText = (body as string).replace(/^\uFEFF/, '')
    if (body === '') return done(null, undefined)
    const field = request.routeOptions.config.longList
    const cut = field === undefined ? undefined : cutLongList(request.bodyText, field)
    if (field === undefined || cut === undefined) return void parse(request, body as string, done)
    void parse(request, cut.rest, (error, rest: Record<string, unknown> | null) => {
      // Another value than the one that is meant was cut out.
      if (error !== null || rest?.[field] !== cut.mark) return void parse(request, body as string, done)
      request.longList = cut.list
      done(null, { ...rest, [field]: [] })
    })
  })
}

function routeOf(handler: Handler, services: Services, limit: RateLimit, assertRule: AssertRule): RouteOptions {
  const { call } = handler
  const { metrics } = services
  const readInput = inputReader(call)
  const sendAnswer = answerSender(call)
  const behindGateway =
    isForExistingClients(call) || (/^\/(api|users)\//i.test(call.path) && call.output.kind !== 'plain')

  return {
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: call.method === 'GET' && call.output.kind !== 'events',
    // The parts of a form have limits of their own (read-form.ts); this one holds for a form that is sent as JSON.
    bodyLimit: maxJsonBytes,
    config: {
      takesForm: call.body?.kind === 'json' && call.body.orForm === true,
      longList: call.body?.kind === 'json' ? call.body.longList : undefined,
    },
    onRequest: async (request, reply) => {
      metrics.callsRunning.inc()
      reply.raw.once('close', () => metrics.callsRunning.dec())
      reply.header('x-request-id', request.id)
      if (behindGateway) assertGateway(services.settings, request.headers)
      request.caller = call.caller === 'anyone' ? anyone : await identified(request)
      takeAllowance(request.caller, request.ip)
      await assertMay(request, request.caller)
    },
    ...(call.body === undefined
      ? {}
      : { preParsing: async (request, _reply, payload) => decodeBody(request, payload) }),
    handler: answer,
    errorHandler: (error, request, reply) => sendError(request, reply, error, call.id, services.reports),
    onResponse: async (request, reply) => {
      const status = reply.statusCode
      metrics.callDuration.observe({ call: call.id, status }, reply.elapsedTime / 1000)
      const line = { call: call.id, status, millis: Math.round(reply.elapsedTime * 10) / 10, ...whoIs(request.caller) }
      if (call.path.startsWith('/health')) request.log.debug(line, 'call')
      else request.log.info(line, 'call')
    },
  }

  /** Guessing costs the address of the one who guesses. Once it is used up, no API key is even looked up. */
  async function identified(request: FastifyRequest): Promise<CallerIdentity> {
    const guesses = guessKey(request.ip)
    if (request.headers['x-synthetic-key'] !== undefined) refuseFor(limit.wait(guesses))
    try {
      return await services.identity.identify(request)
    } catch (error) {
      refuseFor(limit.take(guesses))
      throw error
    }
  }

  function takeAllowance(caller: CallerIdentity, address: string): void {
    refuseFor(limit.take(rateKey(caller, address)))
  }

  function refuseFor(wait: number): void {
    if (wait === 0) return
    metrics.callsLimited.inc()
    throw new CallError('TOO_MANY_REQUESTS', `Too many requests: try again in ${wait} s`, undefined, wait)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = request.caller ?? anyone
    let controller: AbortController | undefined
    const abortSignal = () => (controller ??= abortedOnClose(reply, services.stopping)).signal
    const { body, files, problems } = await readBody(request, caller, abortSignal)
    const input = readInput(request, body, problems)
    const result = await handler.run({
      ...input,
      caller,
      files,
      services,
      correlationId: request.id,
      bodyText: request.bodyText,
      longList: request.longList,
      get log() {
        return request.log.child({ call: call.id, ...whoIs(caller) })
      },
      get signal() {
        return abortSignal()
      },
    })
    return sendAnswer(request, reply, result, () => mayStill(request))
  }

  async function assertMay(request: FastifyRequest, caller: CallerIdentity): Promise<void> {
    assertTenant(call, caller, request.originalUrl, request.headers)
    authorise(call, caller)
    if (call.rule !== undefined && 'groups' in caller) await assertRule(services, caller, call.rule)
  }

  /** For answers without an end: whether the same request would be let in now. */
  async function mayStill(request: FastifyRequest): Promise<boolean> {
    if (call.caller === 'anyone') return true
    try {
      await assertMay(request, await services.identity.identify(request))
      return true
    } catch {
      return false
    }
  }

  /** Forms are read part by part; what else can carry a body has been read by its parser. */
  async function readBody(request: FastifyRequest, caller: CallerIdentity, signal: () => AbortSignal) {
    if (call.body?.kind !== 'form' || !request.isMultipart()) {
      const files: Record<string, UploadedFile | undefined> = {}
      return { body: request.body, files, problems: missingFiles(call, files) }
    }
    return readForm(request, call, (part, maxBytes) => {
      if (caller.kind === 'anyone') throw new CallError('UNAUTHORIZED_ACCESS', 'Only signed-in users can send files')
      return services.files.put(caller.tenantId, part.file, { maxBytes, signal: signal() })
    })
  }
}

function whoIs(caller: CallerIdentity | undefined) {
  if (caller === undefined || caller.kind === 'anyone') return {}
  if (caller.kind === 'key') return { tenant: caller.tenantName, key: caller.keyId }
  if (caller.kind === 'visitor') return { tenant: caller.tenantName, visitor: caller.visitorId }
  return { tenant: caller.tenantName, user: caller.userId }
}

function abortedOnClose(reply: FastifyReply, stopping: AbortSignal): AbortController {
  const controller = new AbortController()
  const stop = () => controller.abort()
  stopping.addEventListener('abort', stop)
  reply.raw.once('close', () => {
    stopping.removeEventListener('abort', stop)
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}
