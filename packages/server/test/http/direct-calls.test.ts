import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { data, defineCall, json } from '@sheetwright/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallError } from '../../src/platform/http/call-error.ts'
import { DirectCalls } from '../../src/platform/http/direct-calls.ts'
import { handle } from '../../src/platform/http/handle.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { registerCalls } from '../../src/platform/http/register-calls.ts'
import { securityHeaders, sendSecurityHeaders } from '../../src/platform/http/security-headers.ts'
import { sessionClaim } from '../../src/platform/identity/provider/provider.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const about = { method: 'POST', summary: 'For tests', caller: 'user', errors: ['JOB_NOT_FOUND'] } as const
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

interface Way {
  readonly app: FastifyInstance
  readonly origin: string
}

/** Counts what it answers. */
class CountedCalls extends DirectCalls {
  answered = 0
  override answer(...args: Parameters<DirectCalls['answer']>): boolean {
    const did = super.answer(...args)
    if (did) this.answered++
    return did
  }
}

async function open(
  direct: DirectCalls | undefined,
  requestsPerMinute = 100_000,
  stopping = server().services.stopping,
): Promise<Way> {
  const settings = { ...server().services.settings, requestsPerMinute }
  const services = { ...server().services, settings, stopping }
  const app = createHttpServer({ ...services, trustProxy: 0, direct })
  const { origin: own } = services.settings
  sendSecurityHeaders(app, own)
  const headers = Object.entries(securityHeaders(own)).flat()
  await registerCalls(app, handlers, services, undefined, direct && { calls: direct, headers })
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

const direct = new CountedCalls()
let short: Way
let usual: Way
let person: SignedIn

beforeAll(async () => {
  short = await open(direct)
  usual = await open(undefined)
  person = await server().signIn()
  await post(short, '/api/v1/test/echo/one', '{"say":"hello"}')
})

afterAll(async () => {
  await short.app.close()
  await usual.app.close()
})

const asJson = { 'content-type': 'application/json' }

async function post({ origin }: Way, path: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const all = { 'x-request-id': 'same', ...person.headers, ...asJson, ...headers }
  const response = await fetch(origin + path, { method: 'POST', headers: all, body })
  const { date: _date, connection: _connection, 'keep-alive': _kept, ...kept } = Object.fromEntries(response.headers)
  return { status: response.status, headers: kept, text: await response.text() }
}

const hello = '{"say":"hello"}'
const echoOne = '/api/v1/test/echo/one'

describe('a call on the short way', () => {
  it.each<[string, string, string, object, boolean]>([
    ['an ordinary request', echoOne, '{ "say": "hello 保険" }', {}, true],
    ['another spelling of the address', '/API/v1/Test/ECHO/One', hello, {}, true],
    ['another content type of JSON', echoOne, hello, { 'content-type': 'application/json; charset=utf-8' }, true],
    ['a failure that was foreseen', echoOne, '{"say":"","how":"expected"}', {}, true],
    ['a failure that was not', echoOne, '{"say":"","how":"unexpected"}', {}, true],
    ['an answer that breaks the contract', echoOne, '{"say":"","how":"wrong"}', {}, true],
    ['a slash at the end', `${echoOne}/`, hello, {}, false],
    ['a query', `${echoOne}?a=1`, hello, {}, false],
    ['a name that is escaped', '/api/v1/test/echo/%E4%BF%9D%2F', hello, {}, false],
    ['a name that is too long', `/api/v1/test/echo/${'x'.repeat(40)}`, hello, {}, false],
    ['an address that looks like two', '/api/v1/test/echo/other', hello, {}, false],
    ['an address that nothing has', '/api/v1/test/none', hello, {}, false],
    ['a field too many', echoOne, '{"say":"hello","more":1}', {}, false],
    ['a field that is wrong', echoOne, '{"say":1}', {}, false],
    ['what is no JSON', echoOne, '{"say":', {}, false],
    ['what would change prototypes', echoOne, '{"say":"hello","__proto__":{"a":1}}', {}, false],
    ['no body', echoOne, '', {}, false],
    ['a body with a mark before it', echoOne, '\uFEFF{"say":"hello"}', {}, true],
    ['a long body', echoOne, JSON.stringify({ say: 'hello', more: 'x'.repeat(100_000) }), {}, false],
    ['another content type', echoOne, hello, { 'content-type': 'text/plain' }, false],
    ['a wrong token', echoOne, hello, { authorization: 'Bearer x.y.z' }, false],
    ['another tenant', echoOne, hello, { 'x-tenant-name': 'another' }, false],
    ['a call for others', '/api/v1/test/supervised', '{}', {}, false],
    ['a call with a rule', '/api/v1/test/ruled', '{}', {}, false],
  ])('answers %s as the framework does', async (_, path, body, headers, isShort) => {
    const before = direct.answered
    const answer = await post(short, path, body, headers)
    expect(answer).toEqual(await post(usual, path, body, headers))
    expect(direct.answered - before).toBe(isShort ? 1 : 0)
    expect(answer.text).not.toContain('s3cret')
  })

  it('reads bodies that come packed or in pieces', async () => {
    const packed = gzipSync(hello) as Uint8Array<ArrayBuffer>
    expect(await post(short, echoOne, packed, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 })
    const headers = { ...person.headers, ...asJson, 'content-length': hello.length }
    const sent = httpRequest(short.origin + echoOne, { method: 'POST', headers })
    sent.write(hello.slice(0, 5))
    await delay(50)
    sent.end(hello.slice(5))
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(await text(response))).toMatchObject({ data: { say: 'hello', bodyText: hello } })
  })

  it('answers requests that follow each other on one connection in their order', async () => {
    const before = direct.answered
    const socket = connect(Number(new URL(short.origin).port), '127.0.0.1')
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
    expect(direct.answered - before).toBe(2)
  })

  it('is ended for a sender who goes away', async () => {
    const { logged, services } = server()
    const headers = { ...person.headers, ...asJson, 'x-request-id': 'gone' }
    const sent = httpRequest(short.origin + echoOne, { method: 'POST', headers })
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

  it('takes from the same allowance as the framework, and once', async () => {
    const caller = await server().signIn()
    const ways = await Promise.all([open(new DirectCalls(), 6), open(undefined, 6)])
    const statuses = []
    for (const way of ways) {
      const found: number[] = []
      for (const body of [hello, hello, '{"say":1}', hello, '{', hello, hello, hello]) {
        found.push((await post(way, echoOne, body, caller.headers)).status)
      }
      statuses.push(found)
      await way.app.close()
    }
    expect(statuses[0]).toEqual([200, 200, 400, 200, 400, 200, 429, 429])
    expect(statuses[1]).toEqual(statuses[0])
  })

  it('is left to the framework by a server that stops, which tells callers to come back elsewhere', async () => {
    const stopping = new AbortController()
    const calls = new CountedCalls()
    const way = await open(calls, 100, stopping.signal)
    await post(way, echoOne, hello)
    expect(calls.answered).toBe(1)
    stopping.abort()
    expect((await post(way, echoOne, hello)).status).toBe(200)
    expect(calls.answered).toBe(1)
    await way.app.close()
  })

  it('lets nobody in whose session has ended', async () => {
    const { identity } = server().services
    const leaving = await server().signIn()
    const before = direct.answered
    expect((await post(short, echoOne, hello, leaving.headers)).status).toBe(200)
    expect((await post(short, echoOne, hello, leaving.headers)).status).toBe(200)
    expect(direct.answered - before).toBe(1)
    const { [sessionClaim]: sessionId } = decodeJwt(leaving.headers.authorization.slice('Bearer '.length))
    await identity.endSession(leaving.tenantId, leaving.userId, String(sessionId))
    expect((await post(short, echoOne, hello, leaving.headers)).status).toBe(401)
  })
})
