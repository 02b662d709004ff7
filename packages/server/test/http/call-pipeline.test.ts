import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { data, defineCall, json } from '@sheetwright/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallError } from '../../src/platform/http/call-error.ts'
import { handle } from '../../src/platform/http/handle.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { registerCalls } from '../../src/platform/http/register-calls.ts'
import { sendSecurityHeaders } from '../../src/platform/http/security-headers.ts'
import { sessionClaim } from '../../src/platform/identity/provider/provider.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const about = {
  method: 'POST',
  summary: 'For tests',
  caller: 'user',
  keyScope: 'execute',
  errors: ['JOB_NOT_FOUND'],
} as const
const text32 = z.string().max(32)
const echo = defineCall({
  ...about,
  id: 'test.echo',
  path: '/api/v1/test/echo/{name}',
  params: z.strictObject({ name: text32 }),
  body: json(
    z.strictObject({ say: text32, how: z.enum(['well', 'expected', 'unexpected', 'slow', 'wrong']).default('well') }),
  ),
  output: data(z.object({ name: z.string(), say: z.string(), bodyText: z.string() })),
})
/** Looks like an echo with the name "other". */
const other = defineCall({
  ...about,
  id: 'test.other',
  path: '/api/v1/test/echo/other',
  body: json(z.looseObject({})),
  output: data(z.object({ other: z.literal(true) })),
})
const supervised = defineCall({
  ...about,
  id: 'test.supervised',
  path: '/api/v1/test/supervised',
  caller: 'supervisor',
  body: json(z.looseObject({})),
  output: data(z.object({})),
})
const ruled = defineCall({
  ...about,
  id: 'test.ruled',
  path: '/api/v1/test/ruled',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  body: json(z.looseObject({})),
  output: data(z.object({})),
})

let aborted = 0
const handlers = [
  handle(echo, async ({ params, body, bodyText, signal }) => {
    if (body.how === 'expected') throw new CallError('JOB_NOT_FOUND', 'There is no job', undefined, 7)
    if (body.how === 'unexpected') throw new Error('s3cret')
    if (body.how === 'slow') {
      signal.addEventListener('abort', () => aborted++)
      await delay(300)
    }
    const answer = { name: params.name, say: body.say, bodyText, hidden: 's3cret' }
    return body.how === 'wrong' ? ({ ...answer, say: 7 } as unknown as typeof answer) : answer
  }),
  handle(other, () => ({ other: true as const })),
  handle(supervised, () => ({})),
  handle(ruled, () => ({})),
]

interface Opened {
  readonly app: FastifyInstance
  readonly origin: string
}

async function open(requestsPerMinute = 100_000): Promise<Opened> {
  // For rate limits, the call of these tests counts as an execution.
  const settings = { ...server().services.settings, requestsPerMinute, executionsPerMinute: requestsPerMinute }
  const services = { ...server().services, settings }
  const app = createHttpServer({ ...services, trustProxy: 0 })
  sendSecurityHeaders(app, settings.origin)
  await registerCalls(app, handlers, services)
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

let opened: Opened
let person: SignedIn
let callers: Readonly<Record<'token' | 'API key', Readonly<Record<string, string>>>>

beforeAll(async () => {
  opened = await open()
  person = await server().signIn({ groups: ['supervisor:pf'] })
  const made = await person.client.call(createApiKey, { body: { name: 'k', group: 'user:pf.forms' } })
  const program = { 'x-synthetic-key': made.key, 'x-tenant-name': person.tenantName }
  callers = { token: (await server().signIn()).headers, 'API key': program }
})

afterAll(() => opened.app.close())

const asJson = { 'content-type': 'application/json' }

async function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: object, { origin } = opened) {
  const all = { 'x-request-id': 'same', ...asJson, ...headers }
  const response = await fetch(origin + path, { method: 'POST', headers: all, body })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

const hello = '{"say":"hello"}'
const echoOne = '/api/v1/test/echo/one'

const escaped = encodeURIComponent('保/ %')
const ours = { errorCode: 'INTERNAL_SERVER_ERROR' }
const wrong = (field: string) => ({ errorCode: 'INVALID_INPUT', errors: [{ field }] })
const everyAnswer = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

describe.each(['token', 'API key'] as const)('a call with a caller known by %s', (kind) => {
  it.each<[string, string, string, object, number, object]>([
    ['an ordinary request', echoOne, '{ "say": "保険" }', {}, 200, { data: { name: 'one', say: '保険' } }],
    ['another spelling of the address', '/API/v1/Test/ECHO/One', hello, {}, 200, { data: { name: 'One' } }],
    ['a charset', echoOne, hello, { 'content-type': 'application/json; charset=utf-8' }, 200, {}],
    ['a slash at the end', `${echoOne}/`, hello, {}, 200, { data: { name: 'one' } }],
    ['a name that is escaped', `/api/v1/test/echo/${escaped}`, hello, {}, 200, { data: { name: '保/ %' } }],
    ['a body with a byte order mark', echoOne, `\uFEFF${hello}`, {}, 200, { data: { say: 'hello', bodyText: hello } }],
    ['an address that looks like two', '/api/v1/test/echo/other', hello, {}, 200, { data: { other: true } }],
    ['a failure that was foreseen', echoOne, '{"say":"","how":"expected"}', {}, 404, { errorCode: 'JOB_NOT_FOUND' }],
    ['a failure that was not', echoOne, '{"say":"","how":"unexpected"}', {}, 500, ours],
    ['an answer that breaks the contract', echoOne, '{"say":"","how":"wrong"}', {}, 500, ours],
    ['a query', `${echoOne}?a=1`, hello, {}, 400, wrong('query.a')],
    ['a name that is too long', `/api/v1/test/echo/${'x'.repeat(40)}`, hello, {}, 400, wrong('path.name')],
    ['a field too many', echoOne, '{"say":"hello","more":1}', {}, 400, wrong('body.more')],
    ['a field that is wrong', echoOne, '{"say":1}', {}, 400, wrong('body.say')],
    ['what is no JSON', echoOne, '{"say":', {}, 400, wrong('body')],
    ['what would change prototypes', echoOne, '{"say":"hello","__proto__":{"a":1}}', {}, 400, wrong('body')],
    ['no body', echoOne, '', {}, 400, wrong('body')],
    ['another content type', echoOne, hello, { 'content-type': 'text/plain' }, 415, {}],
    ['another tenant', echoOne, hello, { 'x-tenant-name': 'another' }, kind === 'token' ? 403 : 401, {}],
    ['a call for others', '/api/v1/test/supervised', '{}', {}, 403, { errorCode: 'PERMISSION_DENIED' }],
    ['a call with a rule', '/api/v1/test/ruled', '{}', {}, 403, { errorCode: 'RULE_VALIDATION_FAILED' }],
  ])('is answered for %s', async (_, path, body, headers, status, expected) => {
    const answer = await post(path, body, { ...callers[kind], ...headers })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({ ...everyAnswer, 'x-request-id': 'same' })
    expect(JSON.parse(answer.text)).toMatchObject({ correlationId: 'same', ...expected })
    expect(answer.text).not.toContain('s3cret')
  })

  it('tells when to come back where its handler does', async () => {
    const answer = await post(echoOne, '{"say":"","how":"expected"}', callers[kind])
    expect(answer.headers).toMatchObject({ 'retry-after': '7' })
  })
})

describe('a call', () => {
  it('reads bodies that come packed or in pieces', async () => {
    const packed = gzipSync(hello) as Uint8Array<ArrayBuffer>
    expect(await post(echoOne, packed, { ...person.headers, 'content-encoding': 'gzip' })).toMatchObject({
      status: 200,
    })
    const headers = { ...person.headers, ...asJson, 'content-length': hello.length }
    const sent = httpRequest(opened.origin + echoOne, { method: 'POST', headers })
    sent.write(hello.slice(0, 5))
    await delay(50)
    sent.end(hello.slice(5))
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(await text(response))).toMatchObject({ data: { say: 'hello', bodyText: hello } })
  })

  it('answers requests that follow each other on one connection in their order', async () => {
    const socket = connect(Number(new URL(opened.origin).port), '127.0.0.1')
    const lines = Object.entries({ host: 'x', ...person.headers, ...asJson }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    const request = (body: string, close: string) =>
      `POST ${echoOne} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${body.length}\r\n${close}\r\n${body}`
    const bodies = ['{"say":"1","how":"slow"}', '{"say":2}', '{"say":"3"}']
    socket.write(bodies.map((body, i) => request(body, i === 2 ? 'connection: close\r\n' : '')).join(''))
    const answers = (await text(socket)).split('HTTP/1.1 ').slice(1)
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['200', '400', '200'])
    expect(answers[0]).toContain('"say":"1"')
    expect(answers[2]).toContain('"say":"3"')
  })

  it('is ended for a sender who goes away', async () => {
    const { logged, services } = server()
    const headers = { ...person.headers, ...asJson, 'x-request-id': 'gone' }
    const sent = httpRequest(opened.origin + echoOne, { method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.end('{"say":"1","how":"slow"}')
    const running = async () => (await services.metrics.callsRunning.get()).values[0]?.value
    await expect.poll(running).toBe(1)
    sent.destroy()
    await expect.poll(() => aborted).toBe(1)
    await expect.poll(running).toBe(0)
    const lines = () => logged.filter((line) => line['correlationId'] === 'gone')
    await expect.poll(lines).toMatchObject([{ call: 'test.echo', status: 499, user: person.userId }])
  })

  it('takes one request from the allowance of its caller, whatever it answers', async () => {
    const caller = await server().signIn()
    const few = await open(6)
    const statuses: number[] = []
    for (const body of [hello, hello, '{"say":1}', hello, '{', hello, hello, hello]) {
      statuses.push((await post(echoOne, body, caller.headers, few)).status)
    }
    await few.app.close()
    expect(statuses).toEqual([200, 200, 400, 200, 400, 200, 429, 429])
  })

  it('lets nobody in whose session has ended', async () => {
    const { identity } = server().services
    const leaving = await server().signIn()
    expect((await post(echoOne, hello, leaving.headers)).status).toBe(200)
    const { [sessionClaim]: sessionId } = decodeJwt(leaving.headers.authorization.slice('Bearer '.length))
    await identity.endSession(leaving.tenantId, leaving.userId, String(sessionId))
    expect((await post(echoOne, hello, leaving.headers)).status).toBe(401)
  })
})
