import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { data, defineCall, json } from '@sheetwright/contract/call.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { handle } from '../../src/platform/http/handle.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { registerCalls } from '../../src/platform/http/register-calls.ts'
import { premiumWorkbook } from '../execution/workbooks.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const nothing = data(z.object({}))

const form = defineCall({
  id: 'test.form',
  method: 'POST',
  path: '/api/v1/test/form',
  summary: 'Takes a form',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.looseObject({}),
    files: { file: { required: false, maxBytes: 20_000_000, description: 'A file' } },
  },
  output: nothing,
  errors: [],
})

const strict = defineCall({
  id: 'test.strict',
  method: 'POST',
  path: '/api/v1/test/strict',
  summary: 'Takes one field',
  caller: 'user',
  body: json(z.strictObject({ one: z.string().optional() })),
  output: nothing,
  errors: [],
})

const failing = defineCall({
  id: 'test.failing',
  method: 'POST',
  path: '/api/v1/test/failing/{how}',
  summary: 'Fails on the server’s side',
  caller: 'user',
  params: z.strictObject({ how: z.enum(['storage', 'statement', 'deadlock']) }),
  output: nothing,
  errors: [],
})

const waiting = defineCall({
  id: 'test.waiting',
  method: 'POST',
  path: '/api/v1/test/waiting',
  summary: 'Takes until it is called off',
  caller: 'user',
  output: nothing,
  errors: [],
})

const handlers = [
  handle(waiting, async ({ signal }) => {
    await setTimeout(2 ** 31 - 1, undefined, { signal })
    return {}
  }),
  handle(form, () => ({})),
  handle(strict, () => ({})),
  handle(failing, async ({ params, caller, services: { db } }) => {
    if (params.how === 'storage') throw new Error('The multipart upload to s3://secret-bucket was refused')
    await db.inTenant(caller.tenantId, (tx) =>
      tx.q.execute(
        params.how === 'deadlock'
          ? sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$`
          : sql`INSERT INTO user_groups (tenant_id, label) VALUES (${caller.tenantId}, ${'s3cret value'}), (NULL, ${'s3cret value'})`,
      ),
    )
    return {}
  }),
]

let app: FastifyInstance
let origin: string
let person: SignedIn

beforeAll(async () => {
  app = createHttpServer({ ...server().services, trustProxy: 0 })
  await registerCalls(app, handlers, server().services)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  person = await server().signIn()
})

afterAll(async () => {
  await app.close()
})

interface Answer {
  readonly errorCode?: string
  readonly message?: string
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}

const post = async (path: string, body: string | FormData, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, { method: 'POST', headers: { ...person.headers, ...headers }, body })
  const answer = await response.text()
  return { status: response.status, size: answer.length, answer: JSON.parse(answer) as Answer }
}

const asJson = { 'content-type': 'application/json' }

describe('a call that takes a form', () => {
  it('reads no more JSON than any other', async () => {
    const long = JSON.stringify({ a: 'x'.repeat(17 * 1024 * 1024) })
    expect(await post('/api/v1/test/form', long, asJson)).toMatchObject({
      status: 413,
      answer: { errorCode: 'REQUEST_TOO_LARGE' },
    })
  })

  it('still takes files that are larger than any JSON', async () => {
    const upload = new FormData()
    upload.append('file', new Blob([new Uint8Array(17 * 1024 * 1024)]), 'large.bin')
    expect(await post('/api/v1/test/form', upload)).toMatchObject({ status: 200 })
  })

  it('holds no more text in memory than JSON may have', async () => {
    const fields = new FormData()
    for (let n = 0; n < 20; n++) fields.append(`field${n}`, 'x'.repeat(900_000))
    expect(await post('/api/v1/test/form', fields)).toMatchObject({
      status: 413,
      answer: { errorCode: 'REQUEST_TOO_LARGE' },
    })
  })
})

it('a body with thousands of mistakes is answered with some of them', async () => {
  const body = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`unknown${n}`, n]))
  const { status, size, answer } = await post('/api/v1/test/strict', JSON.stringify(body), asJson)
  expect([status, answer.errorCode]).toEqual([400, 'INVALID_INPUT'])
  expect(answer.errors).toHaveLength(100)
  expect(size).toBeLessThan(30_000)
  const long = await post('/api/v1/test/strict', JSON.stringify({ ['x'.repeat(1_000_000)]: 1 }), asJson)
  expect(long.status).toBe(400)
  expect(long.size).toBeLessThan(3_000)
})

it('a body in another encoding than UTF-8 is refused, instead of read with other characters', async () => {
  const response = await fetch(`${server().origin}/api/v1/product/list`, {
    method: 'POST',
    headers: { ...(await server().signIn()).headers, ...asJson },
    body: Buffer.from('{"search": [{"field": "productName_co", "value": "Söhne"}]}', 'latin1'),
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errorCode: 'INVALID_INPUT', errors: [{ field: 'body', message: 'is not UTF-8' }] },
  ])
})

describe('a body that gives a name twice is refused, because parsers keep one value without a word', () => {
  const repeated = async (body: string) => {
    const { status, answer } = await post('/api/v1/test/strict', body, asJson)
    return [status, answer.errors]
  }
  const twice = (field: string) => [400, [{ field, message: 'is given more than once' }]]

  it.each([
    ['{"one": "a", "one": "b"}', 'body.one'],
    ['{"list": [{"a": 1}, {"b": {"c": "x\\"", "\\u0063" : 2}}]}', 'body.list.1.b.c'],
    [`{"filler": "${'x'.repeat(9000)}", "one": "{\\"one\\": 1}", "one": 2}`, 'body.one'],
  ])('%s', async (body, field) => {
    expect(await repeated(body)).toEqual(twice(field))
  })

  it('but not one that has the same name in several objects, or in a text', async () => {
    const { status } = await post('/api/v1/test/form', '{"a": {"b": 1}, "c": [{"b": 2}, {"b": "\\"b\\": 3"}]}', asJson)
    expect(status).toBe(200)
  })

  it('also in a text of a form', async () => {
    const { headers } = await server().signIn()
    const body = new FormData()
    body.set('data', '{"serviceName": "One", "marks": [{"name": "a", "name": "b"}], "serviceName": "Two"}')
    body.set('file', new Blob(['PK']), 'One.xlsx')
    const response = await fetch(`${server().origin}/api/v1/product/Motor/engines/startadd`, {
      method: 'POST',
      headers,
      body,
    })
    expect([response.status, ((await response.json()) as Answer).errors]).toEqual(twice('body.data.marks.0.name'))
  })

  it('and not for what is no JSON, or has a name that is never allowed', async () => {
    const told = async (body: string) => (await post('/api/v1/test/strict', body, asJson)).answer.message
    expect(await told('{"one": "a", "one": "b"')).toMatch(/^The body could not be read/)
    expect(await told('{"__proto__": {"one": 1}}')).toMatch(/^No field of the body may be named __proto__/)
  })
})

it('says which fields an object inside a body may have, and how large a body may be', async () => {
  const { headers } = await server().signIn()
  const answerTo = async (path: string, body: string) =>
    (await (
      await fetch(server().origin + path, { method: 'POST', headers: { ...headers, ...asJson }, body })
    ).json()) as Answer
  const unknown = await answerTo('/api/v1/product/a/engines/Execute/b', '{"request_meta": {"bogus": 1}}')
  expect(unknown.errors?.[0]).toMatchObject({
    field: 'body.request_meta.bogus',
    allowed: expect.stringContaining('transaction_date, ') as string,
  })
  const item = await answerTo('/api/v1/product/list', '{"search": [{"field": "productName_co", "valu": "x"}]}')
  expect(item.errors).toContainEqual(expect.objectContaining({ field: 'body.search.0.valu', allowed: 'field, value' }))
  const large = await post('/api/v1/test/strict', `{"one":"${'x'.repeat(1024 * 1024)}"}`, asJson)
  expect(large.answer.errors).toEqual([{ field: 'body', message: 'is too large', allowed: 'at most 1024 KB' }])
})

it('a year that the database does not know is a mistake of the sender', async () => {
  const caller = await server().signIn()
  const send = async (path: string, body: object) => {
    const headers = { ...caller.headers, ...asJson }
    const response = await fetch(server().origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return [response.status, ((await response.json()) as Answer).errors?.[0]?.message]
  }
  const refused = [400, 'is not a date such as 2026-01-31 or 2026-01-31T00:00:00Z']
  const { engineId, versionId: version } = await publishedEngine(server(), caller, premiumWorkbook())
  for (const at of ['0000-01-01', '0000-12-31T00:00:00', '0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59-12:00']) {
    const request_meta = { version_id: version, transaction_date: at }
    expect(await send(`/api/v1/product/a/engines/Execute/${engineId}`, { request_meta })).toEqual(refused)
    const batch = { service: engineId, inputs: [{}], version_by_timestamp: at }
    expect(await send(`/${caller.tenantName}/api/v4/execute`, batch)).toEqual(refused)
  }
  expect(await send('/api/v1/testbedqueue/replay', { engineId, version, from: '0000-01-01' })).toEqual(refused)
})

it('half of a character, which the database cannot hold in JSON, is a mistake of the sender', async () => {
  const { headers } = await server().signIn({ groups: ['supervisor:pf'] })
  const send = async (path: string, body: object) => {
    const response = await fetch(`${server().origin}/api/v1/product/${path}`, {
      method: 'POST',
      headers: { ...headers, ...asJson },
      body: JSON.stringify(body),
    })
    return { status: response.status, answer: await response.json() }
  }
  const created = await send('create', { Name: 'Motor' })
  expect(created.status).toBe(200)
  expect(await send('update/Motor', { status: 'Production', reason: '\ud800' })).toMatchObject({
    status: 400,
    answer: {
      errorCode: 'INVALID_INPUT',
      errors: [{ field: 'body.reason', message: 'A text holds half of a character (a surrogate without its pair)' }],
    },
  })
})

describe('a body is measured before it is read', () => {
  const fieldOf = async (body: string) => {
    const { status, answer } = await post('/api/v1/test/strict', body, asJson)
    return [status, answer.errors?.[0]?.field, answer.errors?.[0]?.message]
  }

  it('and refused where one object has more names than the call takes', async () => {
    const names = Array.from({ length: 1001 }, (_, i) => `"name \\" ${i}": {}`).join()
    expect(await fieldOf(`{"one":[{"two":{${names}}}]}`)).toEqual([400, 'body.one.two', 'has too many fields'])
  })

  it('and refused where it is nested deeper than the call takes', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    expect(await fieldOf(`{"one":{"two":${deep}}}`)).toEqual([400, 'body.one.two', 'is nested too deep'])
    const [, field] = await fieldOf(`{"one":${JSON.stringify(deep)},"two":[${'[],{},'.repeat(1000)}[]]}`)
    expect(field).toBe('body.two')
  })

  it('and refused where it has more bytes than the call takes', async () => {
    const { status, answer } = await post('/api/v1/test/strict', `{"one":"${'x'.repeat(1024 * 1024)}"}`, asJson)
    expect([status, answer.errorCode]).toEqual([413, 'REQUEST_TOO_LARGE'])
  })
})

it('a failure of ours is not taken for a mistake of the sender, whatever its text', async () => {
  const { status, answer } = await post('/api/v1/test/failing/storage', '', asJson)
  expect([status, answer.errorCode]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
  expect(JSON.stringify(answer)).not.toContain('secret')
})

it.each([
  ['path.product', '/api/v1/product/GetProduct/a%00b', undefined],
  ['body.search.0.value', '/api/v1/product/list', { search: [{ field: 'productName_co', value: 'a\u0000b' }] }],
])('a text with a null character in %s is a mistake of the sender', async (field, path, body) => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(server().origin + path, { headers: { ...person.headers, ...asJson }, ...init })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errorCode: 'INVALID_INPUT', errors: [{ field }] })
})

it('a refused call of an engine that cannot exist is no failure of the server', async () => {
  const before = server().logged.length
  const response = await fetch(`${server().origin}/api/v1/product/a/engines/Execute/a%00b`, {
    method: 'POST',
    headers: { ...person.headers, ...asJson },
    body: JSON.stringify({ request_meta: { bogus: 1 } }),
  })
  expect(response.status).toBe(400)
  const lines = server().logged.slice(before)
  expect(lines.filter((line) => Number(line['level']) >= 50)).toEqual([])
})

it('a statement that fails is logged without the values in it', async () => {
  const { logged } = server()
  const before = logged.length
  expect((await post('/api/v1/test/failing/statement', '', asJson)).status).toBe(500)
  const lines = JSON.stringify(logged.slice(before))
  expect(lines).toContain('INSERT INTO user_groups')
  expect(lines).not.toContain('s3cret')
})

it('a sender who goes away in the middle of a body is no failure of the server', async () => {
  const { logged } = server()
  const before = logged.length
  const body = '{"one":"two"}'
  for (const [encoding, bytes] of [
    ['identity', Buffer.from(body)],
    ['gzip', gzipSync(body)],
  ] as const) {
    const headers = { ...person.headers, ...asJson, 'content-encoding': encoding, 'content-length': 1000 }
    const sent = httpRequest(`${origin}/api/v1/test/strict`, { method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.write(bytes.subarray(0, 12))
    const running = async () => (await server().services.metrics.callsRunning.get()).values[0]?.value
    await expect.poll(running).toBe(1)
    sent.destroy()
    await expect.poll(running).toBe(0)
  }
  await post('/api/v1/test/strict', '{}', asJson)
  await expect.poll(() => logged.slice(before).some((line) => line['status'] === 200)).toBe(true)
  expect(logged.slice(before).filter((line) => Number(line['level']) >= 50)).toEqual([])
})

it('work that is called off is no failure, because its client went away or the server stops', async () => {
  const { logged, services } = server()
  const before = logged.length
  const stopping = new AbortController()
  const stopped = createHttpServer({ ...services, trustProxy: 0 })
  await registerCalls(stopped, handlers, { ...services, stopping: stopping.signal })
  const address = `${await stopped.listen({ host: '127.0.0.1', port: 0 })}/api/v1/test/waiting`
  const running = async () => (await services.metrics.callsRunning.get()).values[0]?.value
  const goesAway = new AbortController()
  const left = fetch(address, { method: 'POST', headers: person.headers, signal: goesAway.signal })
  await expect.poll(running).toBe(1)
  goesAway.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect.poll(running).toBe(0)
  expect(logged.slice(before).filter((line) => Number(line['level']) >= 50)).toEqual([])
  const waits = fetch(address, { method: 'POST', headers: person.headers })
  await expect.poll(running).toBe(1)
  stopping.abort()
  const answer = await waits
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  await stopped.close()
})

const nobody = '00000000-0000-4000-8000-000000000000'

it('a number that no column holds, and a text that no header takes, are mistakes of the sender', async () => {
  const version = await fetch(
    `${server().origin}/api/v1/product/Motor/documents/GetContent/${nobody}?version=2147483648`,
    {
      headers: person.headers,
    },
  )
  expect(await version.json()).toMatchObject({ errorCode: 'INVALID_INPUT', errors: [{ field: 'query.version' }] })
  const promotion = await fetch(`${server().origin}/api/v1/product/Motor/engines/premium/promotion/${nobody}/plan`, {
    method: 'POST',
    headers: { ...person.headers, ...asJson },
    body: JSON.stringify({ target: { url: 'https://rates.example', tenant: 'デモ', apiKey: 'a\r\nb' } }),
  })
  expect(await promotion.json()).toMatchObject({
    errorCode: 'INVALID_INPUT',
    errors: [{ field: 'body.target.tenant' }, { field: 'body.target.apiKey' }],
  })
})

it.each([
  ['%zz', 'The address is not correctly percent-encoded'],
  ['x'.repeat(2001), 'A part of the address is too long'],
])('a path that cannot be read is answered with what is wrong with it (%#)', async (part, message) => {
  const response = await fetch(`${server().origin}/api/v1/product/GetProduct/${part}`, { headers: person.headers })
  expect(await response.json()).toMatchObject({ errorCode: 'INVALID_INPUT', errors: [{ field: 'path', message }] })
})

it('a transaction that the database ended in favour of another may be tried again', async () => {
  const { status, answer } = await post('/api/v1/test/failing/deadlock', '', asJson)
  expect([status, answer.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE'])
})

it.each(['//x', '/a%00b', `/assets/${'x'.repeat(300)}`, `/${'x'.repeat(3000)}`, '/x/./y'])(
  'an address that no file can have is one where there is nothing (%#)',
  async (address) => {
    const socket = connect(Number(new URL(server().origin).port), '127.0.0.1')
    await once(socket, 'connect')
    // As it is: fetch would tidy it up.
    socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 404 ')
    expect(JSON.parse(body)).toMatchObject({ errorCode: 'NOT_FOUND' })
  },
)

it.each([
  ['GET / HTTP/1.1\r\nbroken header\r\n\r\n', 400, 'INVALID_INPUT'],
  [`GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'REQUEST_TOO_LARGE'],
])('what is not HTTP as it should be is answered in the envelope (%#)', async (bytes, status, code) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  expect(JSON.parse(body)).toMatchObject({ status: 'Error', data: null, errorCode: code })
})

it('a database that cannot be reached is said to be so, and for how long', async () => {
  const other = await server().signIn()
  const { pool } = server().services.db
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  // As if the server were down; stopping the shared one would break every other test.
  const connecting = vi.spyOn(pool, 'connect').mockImplementation(() => Promise.reject(refused))
  try {
    const response = await fetch(`${server().origin}/api/v1/product/list`, { method: 'POST', headers: other.headers })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ errorCode: 'SERVICE_UNAVAILABLE' })
  } finally {
    connecting.mockRestore()
  }
})
