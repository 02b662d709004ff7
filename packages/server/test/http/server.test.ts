import { connect } from 'node:net'
import { calls } from '@sheetwright/contract/calls.ts'
import { streamEvents } from '@sheetwright/contract/events/stream-events.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, useTestServer } from '../support/test-server.ts'

const server = useTestServer({ SHEETWRIGHT_METRICS_TOKEN: 'metrics-token' })

const get = (path: string, init: RequestInit = {}) => fetch(server().origin + path, init)

describe('an address that nothing answers', () => {
  it.each(['/api/v1/nothing', '/users/api/nothing', '/health/nothing', '/demo/api/v3/nothing', '/assets/gone-1a2b.js'])(
    '%s gets an envelope, never a page',
    async (path) => {
      const response = await get(path, { headers: { 'x-request-id': 'abc' } })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ status: 'Error', errorCode: 'NOT_FOUND', correlationId: 'abc' })
    },
  )

  it('with another method is told which ones there are', async () => {
    const response = await get('/api/v1/PRODUCT/getproduct/x%20y', { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await response.json()).toMatchObject({ errorCode: 'METHOD_NOT_ALLOWED' })
    const options = await get('/api/v1/product/list', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, POST'])
  })

  it.each(['/api/v1/product/GetProduct/%E0%A4%A', '/api/v1/product/GetProduct/%zz'])(
    '%s is not correctly encoded',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ errorCode: 'INVALID_INPUT' })
    },
  )
})

it('a form for signing in that is too long is refused, and nobody is alarmed', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await get('/idp/interaction/none', { method: 'POST', headers, body: `a=${'x'.repeat(100_000)}` })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ errorCode: 'REQUEST_TOO_LARGE' })
})

it('a request id is echoed when it is fit to be, else replaced', async () => {
  const idOf = async (id: string) =>
    (await get('/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
  expect(await idOf('trace-1:2/3')).toBe('trace-1:2/3')
  for (const unfit of ['with space', 'x'.repeat(129), '<script>']) {
    expect(await idOf(unfit)).toMatch(/^[0-9a-f-]{36}$/)
  }
})

describe('a server that stops', () => {
  it('finishes what it is answering, ends event streams and does not wait for connections that were never used', async () => {
    const one = await startTestServer()
    const person = await one.signIn()
    const unused = connect(Number(new URL(one.origin).port), '127.0.0.1')
    await new Promise((resolve) => unused.once('connect', resolve))
    const events = await person.client.call(streamEvents)
    const first = events.next()
    const { db, metrics } = one.services
    const running = async () => (await metrics.callsRunning.get()).values[0]?.value
    const { answers, stopped } = await db.inTenant(person.tenantId, async (tx) => {
      // Readers of products now wait until this transaction ends.
      await tx.q.execute(sql`LOCK TABLE products`)
      const waiting = Array.from({ length: 5 }, () => person.client.call(listProducts))
      await expect.poll(running).toBe(6)
      return { answers: waiting, stopped: one.stop() }
    })
    expect((await Promise.all(answers)).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
    expect((await first).done).toBe(true)
    await stopped
    unused.destroy()
  })
})

it('every answer says that it must not be framed, sniffed or run', async () => {
  for (const path of ['/health', '/api/v1/nothing', '/api/openapi.json']) {
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
})

describe('metrics', () => {
  it('are served on the machine itself, and from elsewhere only with the token', async () => {
    await (await get('/health')).json()
    const local = await get('/metrics')
    expect(await local.text()).toContain(
      'sheetwright_call_duration_seconds_count{call="system.getHealth",status="200"}',
    )
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
    const refused = await get('/metrics', { headers: elsewhere })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ errorCode: 'PERMISSION_DENIED' })
    const known = await get('/metrics', { headers: { ...elsewhere, authorization: 'Bearer metrics-token' } })
    expect(known.status).toBe(200)
  })
})

describe('the OpenAPI document', () => {
  interface Operation {
    operationId: string
    security: Record<string, string[]>[]
    parameters: { name?: string; in?: string; $ref?: string }[]
    requestBody?: { content: Record<string, unknown> }
    responses: Record<string, { content?: Record<string, { schema: { allOf?: unknown[] } }> }>
  }
  interface Document {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: Record<string, Record<string, unknown>>
  }
  let document: Document
  beforeAll(async () => {
    document = (await (await get('/api/openapi.json')).json()) as Document
  })

  it('describes every call, and nothing else', () => {
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  })

  it.each(calls.map((call) => [call.id, call] as const))(
    '%s says who may call it, with what, and how it fails',
    (_, call) => {
      const operation = document.paths[call.path]?.[call.method.toLowerCase()]
      if (operation === undefined) throw new Error('not in the document')
      const schemes = call.caller === 'anyone' ? [] : [{ bearer: [] }]
      expect(operation.security.filter((scheme) => !('apiKey' in scheme))).toEqual(schemes)
      expect(operation.security.some((scheme) => 'apiKey' in scheme)).toBe(call.keyScope !== undefined)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
      expect(inPath.toSorted()).toEqual((call.path.match(/\{\w+\}/g) ?? []).toSorted())
      const bodies = Object.keys(operation.requestBody?.content ?? {})
      const takesForm = call.body?.kind === 'form' || call.body?.orForm === true
      expect(bodies.includes('multipart/form-data')).toBe(takesForm)
      expect(bodies.length > 0).toBe(call.body !== undefined)
      const failures = JSON.stringify(operation.responses)
      for (const code of call.errors) expect(failures).toContain(`"${code}"`)
      expect(Object.keys(operation.responses)).toContain('200')
    },
  )

  it('describes JSON that is downloaded as JSON, and every type that a file may have', () => {
    const answers = (id: string) => {
      const operation = Object.values(document.paths).flatMap((path) => Object.values(path))
      return operation.find(({ operationId }) => operationId === id)?.responses['200']?.content
    }
    expect(answers('engines.downloadSwagger')).toEqual({ 'application/json': { schema: { type: 'object' } } })
    expect(answers('callLog.downloadExport')).toEqual({
      'text/csv; charset=utf-8': { schema: { type: 'string' } },
      'application/json; charset=utf-8': { schema: { type: 'array' } },
    })
    expect(answers('documents.downloadDocument')).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
  })

  it('refers only to what it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference = '']) => reference,
    )
    expect(references.length).toBeGreaterThan(0)
    const dangling = [...new Set(references)].filter((reference) => {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(reference) ?? []
      return document.components[kind]?.[name] === undefined
    })
    expect(dangling).toEqual([])
    const schemes = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ security }) => security.flatMap((scheme) => Object.keys(scheme))),
    )
    for (const scheme of schemes) expect(document.components['securitySchemes']).toHaveProperty(scheme)
  })

  it('is packed for those who take it so, and not sent again to those who have it', async () => {
    const packed = await get('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    const again = await get('/api/openapi.json', { headers: { 'if-none-match': packed.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    await packed.text()
  })
})
