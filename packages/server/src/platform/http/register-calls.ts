import { addressesOf, type BodyLimits, type CallRule } from '@sheetwright/contract/call.ts'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import type { AreaFlag } from '@sheetwright/contract/system/area-flags.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TenantLimits } from '../limits/call-limits.store.ts'
import type { Services } from '../services.ts'
import { type Soon, whenKnown } from '../caches/fresh-cache.ts'
import { callLines, type WriteCallLine } from '../telemetry/call-lines.ts'
import { acceptJson } from './accept-json.ts'
import { assertGateway, assertTenant, authorise, isBehindGateway } from './authorise.ts'
import { CallError } from './call-error.ts'
import { anyone, type CallerIdentity } from './caller.ts'
import { refusePacked } from './decode-body.ts'
import { knownFailure, sendError } from './error-answer.ts'
import { acceptFormAsJson, acceptUrlEncoded } from './form-as-json.ts'
import { sideBySide } from './gather-requests.ts'
import type { Handler, HandlerInput } from './handle.ts'
import type { OwnLimit } from './own-limit.ts'
import { addressKey, createRateLimit, guessKey, type KnownCaller, type RateLimit, rateKey } from './rate-limit.ts'
import { missingFiles, readForm } from './read-form.ts'
import { inputReader, pathReader } from './read-input.ts'
import { noFiles, RequestContext, whoIs } from './request-context.ts'
import { answerSender } from './send-answer.ts'
import { tellLimit } from './tell-limit.ts'
import { TooManyRequests } from './too-many-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is identified; undefined before that. */
    caller: CallerIdentity | undefined
    /** True from the admission of the request until its handler runs. */
    isBeingRead: boolean
  }
}

/** Throws RULE_VALIDATION_FAILED if the caller's groups deny what a call needs. */
type AssertRule = (
  services: Services,
  caller: { readonly tenantId: string; readonly groups: readonly string[] },
  rule: CallRule,
) => Promise<void>

/** Without known rules, a call that needs one is refused. */
const unknownRule: AssertRule = async () => {
  throw new CallError('RULE_VALIDATION_FAILED', 'The rules by group are not known here')
}

/** Throws AREA_SWITCHED_OFF if the tenant has switched off the area of a call. */
type AssertArea = (services: Services, tenantId: string, flag: AreaFlag) => Promise<void>

/** Without known flags, a call that has one is refused. */
const unknownArea: AssertArea = async () => {
  throw new CallError('AREA_SWITCHED_OFF', 'The areas of the tenant are not known here')
}

/** Size limit of JSON bodies for calls that take a form or no body. */
const otherLimits: BodyLimits = { bytes: 1024 * 1024, depth: 32, names: 1000 }

/**
 * The one place where calls become routes. For each: limit, identify, authorise, read and validate the input, run the
 * handler, answer through the declared output, map every failure to the envelope, measure and log.
 */
export async function registerCalls(
  app: FastifyInstance,
  handlers: readonly Handler[],
  services: Services,
  assertRule: AssertRule = unknownRule,
  assertArea: AssertArea = unknownArea,
): Promise<void> {
  const { requestsPerMinute, executionsPerMinute } = services.settings
  const limit = createRateLimit(requestsPerMinute)
  const executions = createRateLimit(executionsPerMinute)
  const writeLine = callLines(services.log, whoIs)
  const registrar = { services, limit, executions, assertRule, assertArea, writeLine }
  app.decorateRequest('caller', undefined)
  app.decorateRequest('isBeingRead', false)
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, 'none', services.reports))
  acceptJson(app, otherLimits)
  acceptFormAsJson(app)
  acceptUrlEncoded(app, otherLimits.bytes)

  const addressed = handlers.flatMap((handler) =>
    addressesOf(handler.call).map((address): Handler => ({ ...handler, call: address })),
  )
  for (const handler of addressed.filter((each) => !isForm(each))) app.route(routeOf(handler, registrar))
  // The form parser listens to every request of its scope, so it gets its own scope.
  await app.register(async (forms) => {
    forms.removeContentTypeParser('multipart/form-data')
    await forms.register(multipart, { throwFileSizeLimit: false })
    for (const handler of addressed.filter(isForm)) forms.route(routeOf(handler, registrar))
  })
}

function isForm({ call }: Handler): boolean {
  return call.body?.kind === 'form'
}

/** Shared by all routes. */
interface Registrar {
  readonly services: Services
  readonly limit: RateLimit
  /** For calls that execute engines. */
  readonly executions: RateLimit
  readonly assertRule: AssertRule
  readonly assertArea: AssertArea
  readonly writeLine: WriteCallLine<CallerIdentity>
}

function routeOf(handler: Handler, registrar: Registrar): RouteOptions {
  const { services, limit, executions, assertRule, assertArea, writeLine } = registrar
  const { call } = handler
  const isExecution = call.keyScope === 'execute'
  const allowance = isExecution ? executions : limit
  const perMinute = isExecution ? services.settings.executionsPerMinute : services.settings.requestsPerMinute
  const { metrics } = services
  const { running } = metrics
  const noteDuration = metrics.callDurations.of(call.id)
  const readInput = inputReader(call)
  const readPath = pathReader(call)
  const sendAnswer = answerSender(call)
  const behindGateway = isBehindGateway(call)
  const level = call.path.startsWith('/health') ? 'debug' : 'info'
  const takesForm = call.body?.kind === 'form'
  const limits = call.body?.kind === 'json' ? call.body.limits : otherLimits
  const withoutFiles = missingFiles(call, noFiles)

  return {
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: call.method === 'GET' && call.output.kind !== 'events',
    // The parts of a form have their own limits (read-form.ts); this one applies to a form sent as JSON.
    bodyLimit: limits.bytes,
    config: {
      bodyLimits: limits,
      takesForm: call.body?.kind === 'json' && call.body.orForm === true,
      urlEncoded: call.body?.kind === 'json' && call.body.urlEncoded === true,
      longList: call.body?.kind === 'json' ? call.body.longList : undefined,
    },
    // Hooks with a callback: most requests pass all of them synchronously.
    onRequest: (request, reply, done) => {
      noteEnd(request, reply)
      reply.header('x-request-id', request.id)
      try {
        if (behindGateway) assertGateway(services.settings, request.headers)
        const caller = call.caller === 'anyone' ? anyone : identified(request)
        const admitted = whenKnown(caller, (one) => admit(request, reply, one))
        // The framework waits for a promise if the hook returns one, else for its callback.
        if (admitted !== undefined) return admitted.then(() => void (request.isBeingRead = true))
        request.isBeingRead = true
        done()
      } catch (error) {
        done(error as Error)
      }
      return undefined
    },
    handler: answer,
    errorHandler: async (error, request, reply) => {
      if (error instanceof TooManyRequests) metrics.callsLimited.inc()
      if (handler.refused !== undefined && request.isBeingRead) await tellRefused(request, error)
      return sendError(request, reply, error, call.id, services.reports)
    },
  }

  /** The request is refused whether or not this succeeds. */
  async function tellRefused(request: FastifyRequest, error: unknown): Promise<void> {
    const { caller = anyone, body, bodyText, id: correlationId } = request
    const known = knownFailure(request, error)
    if (known === undefined) return
    try {
      await handler.refused?.({ caller, params: readPath(request), body, bodyText, services, correlationId }, known)
    } catch (failure) {
      // An address that cannot be one of an engine, such as one with a null character, is a mistake of the caller too.
      const cause = knownFailure(request, failure)
      if (cause !== undefined && errorStatus[cause.code] < 500) return
      request.log.error({ err: failure, call: call.id }, 'A refused call could not be logged')
    }
  }

  /** Measures and logs the request when it is over, also if the client disconnects before the response. */
  function noteEnd(request: FastifyRequest, { raw }: FastifyReply): void {
    const since = performance.now()
    running.calls++
    raw.on('close', () => {
      running.calls--
      const elapsed = performance.now() - since
      const status = raw.headersSent ? raw.statusCode : errorStatus.CLIENT_CLOSED_REQUEST
      noteDuration(status, elapsed / 1000)
      const millis = Math.round(elapsed * 10) / 10
      // Event streams last as long as their page is open.
      if (elapsed > 1000 && call.output.kind !== 'events') noteSlow(request, status, millis)
      writeLine({ correlationId: request.id, call: call.id, status, millis, who: request.caller ?? anyone }, level)
    })
  }

  function noteSlow({ id, caller }: FastifyRequest, status: number, millis: number): void {
    const tenantId = caller !== undefined && 'tenantId' in caller ? caller.tenantId : undefined
    metrics.slowCalls.note({ call: call.id, status, millis, at: Date.now(), correlationId: id, tenantId })
  }

  /** Guessing uses up the allowance of the sender's address. Then API keys are no longer looked up. */
  function identified(request: FastifyRequest): Soon<CallerIdentity> {
    if (request.headers['x-synthetic-key'] !== undefined) refuseFor(limit.wait(guessKey(request.ip)))
    const guessed = (error: unknown): never => {
      refuseFor(limit.take(guessKey(request.ip)))
      throw error
    }
    try {
      const caller = services.identity.identify(request)
      return caller instanceof Promise ? caller.catch(guessed) : caller
    } catch (error) {
      return guessed(error)
    }
  }

  /** Undefined if it completed synchronously. */
  function admit(request: FastifyRequest, reply: FastifyReply, caller: CallerIdentity): Promise<void> | undefined {
    request.caller = caller
    const taken = takeAllowance(request, reply, caller)
    return taken === undefined ? assertMay(request, caller) : taken.then(() => assertMay(request, caller))
  }

  /** Undefined if it completed synchronously. */
  function takeAllowance(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: CallerIdentity,
  ): Promise<void> | undefined {
    if (caller.kind === 'anyone') {
      takeShared(reply, addressKey(request.ip))
      return undefined
    }
    if (!isExecution) {
      takeOwn(reply, caller, undefined)
      return undefined
    }
    const taken = whenKnown(services.callLimits.of(caller.tenantId), (set) => takeOwn(reply, caller, set))
    return taken instanceof Promise ? taken : undefined
  }

  /** The limits that somebody set for a caller, and the one of the installation unless the caller's key has its own. */
  function takeOwn(reply: FastifyReply, caller: KnownCaller, set: TenantLimits | undefined): void {
    const ofKey = caller.kind === 'key' ? set?.keys.get(caller.keyId) : undefined
    if (ofKey !== undefined && caller.kind === 'key') takeSet(reply, 'key', { of: caller.keyId, perMinute: ofKey })
    else takeShared(reply, rateKey(caller))
    if (caller.kind === 'key' && caller.limit !== undefined) takeSet(reply, 'client', caller.limit)
    if (set?.tenant !== undefined) takeSet(reply, 'tenant', { of: caller.tenantId, perMinute: set.tenant })
  }

  function takeShared(reply: FastifyReply, key: string): void {
    const wait = allowance.take(key)
    tellLimit(reply, allowance.told(key), `"minute";q=${perMinute};w=60`)
    refuseFor(wait)
  }

  function takeSet(reply: FastifyReply, name: string, own: OwnLimit): void {
    services.callLimits.own.take(name, own, (left, policy) => tellLimit(reply, left, policy))
  }

  function refuseFor(wait: number): void {
    if (wait > 0) throw new TooManyRequests(wait)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = new RequestContext(call.id, services, request, reply)
    const { body, files, problems } =
      takesForm && request.isMultipart() ? await readParts(request, context) : whole(request)
    const { params, query, body: read } = readInput(request, body, problems)
    context.params = params
    context.query = query
    context.body = read
    context.files = files
    request.isBeingRead = false
    await sideBySide
    return sendAnswer(request, reply, await handler.run(context), () => mayStill(request))
  }

  /** Undefined if it completed synchronously. */
  function assertMay(request: FastifyRequest, caller: CallerIdentity): Promise<void> | undefined {
    assertTenant(call, caller, request.originalUrl, request.headers)
    authorise(call, caller)
    const rule = call.rule
    const allowed = rule !== undefined && 'groups' in caller ? assertRule(services, caller, rule) : undefined
    if (call.flag === undefined || caller.kind === 'anyone') return allowed
    const switchedOn = assertArea(services, caller.tenantId, call.flag)
    return allowed === undefined ? switchedOn : Promise.all([allowed, switchedOn]).then(() => undefined)
  }

  /** For endless responses: whether the same request would be admitted now. */
  async function mayStill(request: FastifyRequest): Promise<boolean> {
    if (call.caller === 'anyone') return true
    try {
      await assertMay(request, await services.identity.identify(request))
      return true
    } catch {
      return false
    }
  }

  /** JSON bodies are already parsed here. */
  function whole(request: FastifyRequest) {
    return { body: request.body, files: noFiles, problems: withoutFiles }
  }

  /** Forms are read part by part. */
  function readParts(request: FastifyRequest, { caller, signal }: HandlerInput) {
    refusePacked(request)
    return readForm(request, call, (part, maxBytes) => {
      if (caller.kind === 'anyone') throw new CallError('UNAUTHORIZED_ACCESS', 'Only signed-in users can send files')
      return services.files.put(caller.tenantId, part.file, { maxBytes, signal })
    })
  }
}
