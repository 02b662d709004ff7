import { createHash, randomBytes } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { data, defineCall, json, list } from '@sheetwright/contract/call.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallError } from '../../src/platform/http/call-error.ts'
import { handle } from '../../src/platform/http/handle.ts'
import { createHttpServer } from '../../src/platform/http/http-server.ts'
import { registerCalls } from '../../src/platform/http/register-calls.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const echo = defineCall({
  id: 'test.echo',
  method: 'POST',
  path: '/api/v1/test/echo/{name}',
  summary: 'Answers with what it was sent',
  caller: 'user',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ times: z.coerce.number().int().max(3).default(1) }),
  body: json(z.strictObject({ text: z.string().default(''), kind: z.enum(['a', 'b']).default('a') }).prefault({})),
  output: data(z.object({ name: z.string(), text: z.string(), kind: z.string(), times: z.number() })),
  errors: [],
})

const ruled = defineCall({
  id: 'test.ruled',
  method: 'GET',
  path: '/api/v1/test/ruled',
  summary: 'Needs a rule',
  caller: 'user',
  rule: { module: 'Product', rule: 'Clone' },
  output: data(z.object({ done: z.literal(true) })),
  errors: [],
})

const executed = defineCall({
  id: 'test.executed',
  method: 'POST',
  path: '/api/v1/test/executed',
  summary: 'For programs too',
  caller: 'user',
  keyScope: 'execute',
  output: data(z.object({ by: z.string() })),
  errors: [],
})

const leak = defineCall({
  id: 'test.leak',
  method: 'GET',
  path: '/api/v1/test/leak',
  summary: 'Its handler gives more than it declares',
  caller: 'user',
  output: list(z.object({ id: z.string(), inner: z.object({ shown: z.number() }) })),
  errors: [],
})

const broken = defineCall({
  id: 'test.broken',
  method: 'GET',
  path: '/api/v1/test/broken/{how}',
  summary: 'Fails',
  caller: 'user',
  params: z.strictObject({ how: z.enum(['expected', 'unexpected', 'contract']) }),
  output: data(z.object({ id: z.uuid() })),
  errors: ['JOB_NOT_FOUND'],
})

const upload = defineCall({
  id: 'test.upload',
  method: 'POST',
  path: '/api/v1/test/upload',
  summary: 'Takes files',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({ Title: z.string().min(1), After: z.string().optional() }),
    files: {
      file: { required: true, maxBytes: 3_000_000, description: 'The file' },
      small: { required: false, maxBytes: 10, description: 'A small file' },
    },
  },
  output: data(
    z.object({
      title: z.string(),
      after: z.string().nullable(),
      file: z.object({ fileName: z.string(), contentType: z.string(), hash: z.string(), size: z.number() }),
    }),
  ),
  errors: [],
})

const download = defineCall({
  id: 'test.download',
  method: 'GET',
  path: '/api/v1/test/download/{size}',
  summary: 'Gives a file',
  caller: 'user',
  params: z.strictObject({ size: z.enum(['known', 'unknown']) }),
  output: { kind: 'file', contentType: 'text/plain' },
  errors: [],
})

const ticks = defineCall({
  id: 'test.ticks',
  method: 'GET',
  path: '/api/v1/test/ticks',
  summary: 'Counts until the caller goes away',
  caller: 'user',
  output: { kind: 'events', schema: z.object({ n: z.number() }) },
  errors: [],
})

const fileName = '料率表 "α" 100%.txt'
const content = 'The quick brown fox jumps over the lazy dog'
let ended = 0

const handlers = [
  handle(echo, ({ params, query, body }) => ({ name: params.name, times: query.times, ...body })),
  handle(leak, () => ({
    items: [{ id: 'x', inner: { shown: 1, secret: 's3cret' }, passwordHash: 's3cret' }],
    count: 1,
    secret: 's3cret',
  })),
  handle(broken, ({ params }) => {
    if (params.how === 'expected') throw new CallError('JOB_NOT_FOUND', 'There is no such job')
    if (params.how === 'unexpected') throw new TypeError('secret internals')
    return { id: 'not a uuid: secret internals' }
  }),
  handle(upload, ({ body, files }) => ({ title: body.Title, after: body.After ?? null, file: files.file })),
  handle(download, ({ params }) => ({
    fileName,
    etag: 'v1',
    ...(params.size === 'known' ? { size: content.length } : {}),
    open: (range) => Readable.from([range === undefined ? content : content.slice(range.start, range.end + 1)]),
  })),
  handle(executed, ({ caller }) => ({ by: caller.kind })),
  handle(ruled, () => ({ done: true as const })),
  handle(ticks, async function* ({ signal }) {
    try {
      for (let n = 1; !signal.aborted; n++) {
        yield { id: String(n), event: 'tick', data: { n } }
        if (n >= 2) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }
    } finally {
      ended++
    }
  }),
]

let app: FastifyInstance
let origin: string
let person: SignedIn
let client: Client

beforeAll(async () => {
  app = createHttpServer({ ...server().services, trustProxy: 0 })
  await registerCalls(app, handlers, server().services, async (_services, caller, { module, rule }) => {
    if (caller.groups.includes('user:pf.denied')) throw new CallError('RULE_VALIDATION_FAILED', `${module}.${rule}`)
  })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  person = await server().signIn()
  client = createClient({ baseUrl: origin, headers: () => person.headers })
})

afterAll(async () => {
  await app.close()
})

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('The call did not fail as it should', { cause: error })
}

const post = async (
  path: string,
  body: string | FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(origin + path, { method: 'POST', headers: { ...person.headers, ...headers }, body })
  return { status: response.status, answer: (await response.json()) as { errorCode?: string; data?: unknown } }
}

describe('input', () => {
  it('is read from path, query and body, each with its defaults', async () => {
    const sent = { params: { name: 'Ä/%2F?#' }, query: { times: 2 }, body: { text: 'x' } } as const
    expect(await client.call(echo, sent)).toEqual({ name: 'Ä/%2F?#', times: 2, text: 'x', kind: 'a' })
    const { answer } = await post('/API/v1/TEST/Echo/N', '', { 'content-type': 'application/json' })
    expect(answer.data).toEqual({ name: 'N', times: 1, text: '', kind: 'a' })
  })

  it('is refused with everything that is wrong, where it is and what is allowed', async () => {
    const call = client.call(echo, {
      params: { name: 'n' },
      query: { times: 9 },
      body: { kind: 'c', extra: 1 } as never,
    })
    const error = await failure(call)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', status: 400 })
    expect(error.fieldErrors).toEqual([
      { field: 'query.times', message: expect.any(String) as unknown, allowed: 'at most 3' },
      { field: 'body.kind', message: expect.any(String) as unknown, allowed: 'a, b' },
      { field: 'body.extra', message: 'is not a field of this call', allowed: expect.any(String) as unknown },
    ])
  })

  it.each([
    ['broken JSON', '{"text": ', 'application/json', 400, 'INVALID_INPUT'],
    ['a forbidden key', '{"__proto__": {"text": "x"}}', 'application/json', 400, 'INVALID_INPUT'],
    ['another type', '<text/>', 'application/xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s is the sender’s mistake', async (_, body, type, status, code) => {
    expect(await post('/api/v1/test/echo/n', body, { 'content-type': type })).toMatchObject({
      status,
      answer: { errorCode: code },
    })
  })

  it('may be packed', async () => {
    const packed = JSON.stringify({ text: 'packed 圧縮' })
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(packed)],
      ['deflate', deflateSync(packed)],
      ['br', brotliCompressSync(packed)],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      const { answer } = await post('/api/v1/test/echo/n', bytes, headers)
      expect(answer.data).toMatchObject({ text: 'packed 圧縮' })
    }
  })

  it('gets a long answer packed as its client accepts, and a short one as it is', async () => {
    const answered = async (length: number, accepted: string) => {
      const text = '保険料 premium '.repeat(length / 10)
      const response = await fetch(`${origin}/api/v1/test/echo/n`, {
        method: 'POST',
        headers: { ...person.headers, 'content-type': 'application/json', 'accept-encoding': accepted },
        body: JSON.stringify({ text }),
      })
      expect(((await response.json()) as { data: unknown }).data).toMatchObject({ text })
      return [response.headers.get('content-encoding'), response.headers.get('vary')]
    }
    expect(await answered(40_000, 'gzip, deflate, br')).toEqual(['br', 'accept-encoding'])
    expect(await answered(40_000, 'br;q=0, gzip;q=0.5')).toEqual(['gzip', 'accept-encoding'])
    expect(await answered(40_000, 'identity')).toEqual([null, 'accept-encoding'])
    expect(await answered(400, 'gzip, br')).toEqual([null, null])
  })

  it('that is packed wrongly, unpacks to too much, or comes in another packing is refused', async () => {
    const headers = (encoding: string) => ({ 'content-type': 'application/json', 'content-encoding': encoding })
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' ')) as Uint8Array<ArrayBuffer>
    expect(bomb.length).toBeLessThan(300_000)
    const path = '/api/v1/test/echo/n'
    expect(await post(path, bomb, headers('gzip'))).toMatchObject({
      status: 413,
      answer: { errorCode: 'REQUEST_TOO_LARGE' },
    })
    expect(await post(path, '{"text":""}', headers('gzip'))).toMatchObject({ status: 400 })
    expect(await post(path, '{"text":""}', headers('br'))).toMatchObject({ status: 400 })
    expect(await post(path, '{"text":""}', headers('zstd'))).toMatchObject({ status: 415 })
  })
})

describe('an API key', () => {
  it('reaches the calls of its scopes alone, and administration never', async () => {
    const supervisor = await server().signIn({ groups: ['supervisor:pf'] })
    const keyed = async (scopes: ('execute' | 'author' | 'logs')[]) => {
      const body = { name: scopes.join(' '), group: 'supervisor:pf', scopes }
      const { key } = await supervisor.client.call(createApiKey, { body })
      const headers = { 'x-synthetic-key': key, 'x-tenant-name': supervisor.tenantName }
      return createClient({ baseUrl: origin, headers: () => headers })
    }
    const execute = await keyed(['execute'])
    expect(await execute.call(executed)).toEqual({ by: 'key' })
    expect(await failure((await keyed(['author', 'logs'])).call(executed))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(await failure(execute.call(leak))).toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})

describe('a rule by group that a call declares', () => {
  it('is held against the groups of the caller before the handler runs', async () => {
    expect(await client.call(ruled)).toEqual({ done: true })
    const denied = await server().signIn({ groups: ['user:pf.denied'] })
    const refused = createClient({ baseUrl: origin, headers: () => denied.headers })
    expect(await failure(refused.call(ruled))).toMatchObject({ code: 'RULE_VALIDATION_FAILED', status: 403 })
  })
})

describe('an answer', () => {
  it('never holds what the call does not declare', async () => {
    const response = await fetch(`${origin}/api/v1/test/leak`, { headers: person.headers })
    const body = await response.text()
    expect(body).not.toContain('s3cret')
    expect(JSON.parse(body)).toEqual({
      status: 'Success',
      data: [{ id: 'x', inner: { shown: 1 } }],
      count: 1,
      correlationId: response.headers.get('x-request-id'),
    })
  })

  it('of a failure that was foreseen carries its code, of any other nothing but the correlation id', async () => {
    const expected = await failure(client.call(broken, { params: { how: 'expected' } }))
    expect(expected).toMatchObject({ code: 'JOB_NOT_FOUND', status: 404, message: 'There is no such job' })
    for (const how of ['unexpected', 'contract'] as const) {
      const error = await failure(client.call(broken, { params: { how } }))
      expect(error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', status: 500 })
      expect(error.message).not.toContain('secret')
      expect(error.correlationId).toBeTruthy()
    }
  })
})

describe('a form', () => {
  const stored = (hash: string) => server().services.files.open(person.tenantId, hash)

  it('brings its files into storage, whatever the order and the script of their names', async () => {
    const bytes = randomBytes(2_500_000)
    const form = new FormData()
    form.append('Title', '題名')
    form.append('file', new Blob([bytes]), '料率表 α.xlsx')
    form.append('After', 'came last')
    const { status, answer } = await post('/api/v1/test/upload', form)
    expect(status).toBe(200)
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(answer.data).toEqual({
      title: '題名',
      after: 'came last',
      file: { fileName: '料率表 α.xlsx', contentType: 'application/octet-stream', hash, size: bytes.length },
    })
    const read = createHash('sha256')
    for await (const chunk of await stored(hash)) read.update(chunk as Buffer)
    expect(read.digest('hex')).toBe(hash)
  })

  it('is refused with a file past its own limit, and the file is not kept', async () => {
    for (const [field, size] of [
      ['file', 3_000_001],
      ['small', 11],
    ] as const) {
      const bytes = randomBytes(size)
      const form = new FormData()
      form.append('Title', 't')
      form.append(field, new Blob([bytes]), 'big.bin')
      expect(await post('/api/v1/test/upload', form)).toMatchObject({
        status: 413,
        answer: { errorCode: 'FILE_SIZE_LIMIT_EXCEEDED' },
      })
      const hash = createHash('sha256').update(bytes).digest('hex')
      expect(await server().services.files.size(person.tenantId, hash)).toBeUndefined()
    }
  })

  it('is refused with a file or a field that is missing, unknown or given twice', async () => {
    const refused = async (...parts: (readonly [string, string | Blob])[]) => {
      const form = new FormData()
      for (const [name, value] of parts) form.append(name, value)
      const { status, answer } = await post('/api/v1/test/upload', form)
      expect(status).toBe(400)
      return (answer as { errors: { field: string; message: string }[] }).errors.map(
        ({ field, message }) => `${field} ${message}`,
      )
    }
    const file = ['file', new Blob(['x'])] as const
    expect(await refused(['Title', 't'])).toEqual(['body.file is missing'])
    expect(await refused(file, ['Title', 't'], ['Titel', 't'])).toEqual(['body.Titel is not a field of this call'])
    expect(await refused(file, ['Title', 't'], ['Title', 't'])).toEqual(['body.Title is given more than once'])
    expect(await refused(file, file, ['Title', 't'])).toEqual(['body.file is given more than once'])
    expect(await refused(file, ['Title', 't'], ['other', new Blob(['x'])])).toEqual([
      'body.other is not a file field of this call',
    ])
    expect(await refused(file)).toEqual(['body.Title is missing'])
  })

  it('that breaks off leaves nothing behind', async () => {
    const headers = { ...person.headers, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 100_000 }
    const sent = httpRequest(`${origin}/api/v1/test/upload`, { method: 'POST', headers })
    const closed = new Promise((resolve) => sent.on('close', resolve))
    sent.on('error', () => undefined)
    sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nhalf of')
    await expect.poll(async () => (await metric('sheetwright_calls_running')) ?? 0).toBeGreaterThan(0)
    sent.destroy()
    await closed
    await expect.poll(() => metric('sheetwright_calls_running')).toBe(0)
    const hash = createHash('sha256').update('half of').digest('hex')
    expect(await server().services.files.size(person.tenantId, hash)).toBeUndefined()
  })

  it('that is not one is refused', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await post('/api/v1/test/upload', 'nonsense', type)).toMatchObject({ status: 400 })
    expect(await post('/api/v1/test/upload', '{"Title":"t"}', { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      answer: { errors: [{ field: 'body.file', message: 'is missing' }] },
    })
  })
})

async function metric(name: string): Promise<number | undefined> {
  const found = await server().services.metrics.registry.getSingleMetric(name)?.get()
  return found?.values[0]?.value
}

describe('a download', () => {
  const get = (headers: Record<string, string> = {}, path = 'known', method = 'GET') =>
    fetch(`${origin}/api/v1/test/download/${path}`, { method, headers: { ...person.headers, ...headers } })

  it('carries its name in any script', async () => {
    const file = await client.call(download, { params: { size: 'known' } })
    expect(file.fileName).toBe(fileName)
    expect(await file.blob.text()).toBe(content)
    const { headers } = await get()
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-length')).toBe(String(content.length))
  })

  it.each([
    ['bytes=4-8', 206, 'quick', 'bytes 4-8/43'],
    ['bytes=40-', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-3', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=40-900', 206, 'dog', 'bytes 40-42/43'],
    ['bytes=-900', 206, content, 'bytes 0-42/43'],
    ['bytes=8-4', 200, content, null],
    ['bytes=0-1,4-5', 200, content, null],
    ['lines=1-2', 200, content, null],
  ])('answers %s with %d', async (range, status, expected, contentRange) => {
    const response = await get({ range })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(expected)
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  it('refuses a range outside of it', async () => {
    for (const range of ['bytes=43-', 'bytes=100-200', 'bytes=-0']) {
      const response = await get({ range })
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe('bytes */43')
      expect(await response.json()).toMatchObject({ errorCode: 'RANGE_NOT_SATISFIABLE' })
    }
  })

  it('heeds what the caller already has', async () => {
    expect((await get({ 'if-none-match': '"v0", W/"v1"' })).status).toBe(304)
    expect((await get({ 'if-none-match': '"v0"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-2', 'if-range': '"v1"' })).status).toBe(206)
    expect((await get({ range: 'bytes=0-2', 'if-range': '"v0"' })).status).toBe(200)
  })

  it('tells about itself without its content, and comes whole when its size is unknown', async () => {
    const head = await get({}, 'known', 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(content.length))
    const unknown = await get({ range: 'bytes=0-2' }, 'unknown')
    expect([unknown.status, await unknown.text()]).toEqual([200, content])
  })
})

describe('events', () => {
  it('arrive as they are sent, and the handler ends when the listener goes', async () => {
    const controller = new AbortController()
    const before = ended
    const received: unknown[] = []
    for await (const event of await client.call(ticks, { signal: controller.signal })) {
      received.push(event)
      if (received.length === 2) break
    }
    expect(received).toEqual([
      { id: '1', event: 'tick', data: { n: 1 } },
      { id: '2', event: 'tick', data: { n: 2 } },
    ])
    await expect.poll(() => ended).toBe(before + 1)
  })
})

describe('the client', () => {
  it('tells failures on the way from failures of the call', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1' })
    expect((await failure(nobody.call(leak))).code).toBe('UNABLE_TO_CONNECT')
    const controller = new AbortController()
    const cancelled = client.call(leak, { signal: controller.signal })
    controller.abort()
    expect((await failure(cancelled)).code).toBe('NETWORK_CANCELLED')
  })

  it('names answers that it cannot read', async () => {
    const answers: Record<string, (write: (status: number, body: string) => void) => void> = {
      UNAUTHORIZED_ACCESS: (write) => write(401, '<html>'),
      UNABLE_TO_PARSE_RESPONSE: (write) => write(502, '<html>'),
      GATEWAY_SAYS_NO: (write) => write(200, '{"status":"Error","error_codes":["GATEWAY_SAYS_NO"],"Message":"no"}'),
    }
    for (const [code, answer] of Object.entries(answers)) {
      const other = createServer((_, response) => answer((status, body) => response.writeHead(status).end(body)))
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
      const address = other.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const strange = createClient({ baseUrl: `http://127.0.0.1:${port}` })
      expect((await failure(strange.call(leak))).code).toBe(code)
      other.close()
    }
  })
})

it('logs one line for each call, with who made it and without what they sent', async () => {
  const { logged } = server()
  const before = logged.length
  const response = await fetch(`${server().origin}/api/v1/release`, { headers: person.headers })
  await response.json()
  await expect.poll(() => logged.length).toBeGreaterThan(before)
  expect(logged.slice(before)).toEqual([
    expect.objectContaining({
      msg: 'call',
      call: 'system.getRelease',
      status: 200,
      tenant: person.tenantName,
      user: person.userId,
      correlationId: response.headers.get('x-request-id'),
    }),
  ])
  expect(JSON.stringify(logged)).not.toContain(person.headers.authorization.slice(7))
})
