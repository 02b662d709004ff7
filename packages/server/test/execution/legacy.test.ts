import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

async function post(path: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(server().origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, answer: (await response.json()) as Answer }
}

interface Answer {
  readonly status?: string
  readonly errorCode?: string
  readonly error?: { readonly code: string } | null
  readonly response_data?: Record<string, unknown> | null
  readonly response_meta?: Record<string, unknown>
  readonly [field: string]: unknown
}

async function engineOf(person: SignedIn, serviceName = '保険料 Premium') {
  return publishedEngine(server(), person, premiumWorkbook(), { serviceName })
}

describe('execution in the shape of existing clients', () => {
  it('answers with every field these clients read, empty lists as null', async () => {
    const person = await server().signIn({ groups: ['supervisor:pf'] })
    const engine = await engineOf(person)
    const { key } = await person.client.call(createApiKey, {
      body: { name: 'k', group: 'supervisor:pf', scopes: ['execute'] },
    })
    const path = `/${person.tenantName}/api/v3/folders/${engine.productId}/services/${encodeURIComponent(engine.serviceName)}/execute`
    const { status, headers, answer } = await post(
      path,
      {
        request_data: { inputs: { Sum: 1000, Age: 40, Cover: 'Full' } },
        request_meta: {
          call_purpose: 'Quote',
          source_system: 'portal',
          correlation_id: 'abc-1',
          array_outputs: 'Years',
          response_data_inputs: true,
          unknown_field: 1,
        },
      },
      { 'x-synthetic-key': key, 'x-tenant-name': person.tenantName, 'x-request-id': 'my-request' },
    )
    expect(status).toBe(200)
    expect(headers.get('x-request-id')).toBe('my-request')
    expect(answer).toEqual({
      status: 'Success',
      error: null,
      response_data: {
        outputs: {
          Premium: 56,
          Band: 'adult',
          Years: [
            ['Year', 'Amount'],
            [1, 56],
            [2, 56 * 1.1],
          ],
        },
        warnings: null,
        errors: null,
        service_chain: null,
        inputs: { Sum: 1000, Age: 40, Cover: 'Full' },
      },
      response_meta: {
        service_id: engine.engineId,
        version_id: engine.versionId,
        version: '1.0.0',
        process_time: expect.any(Number) as number,
        call_id: expect.any(String) as string,
        compiler_type: 'Type1',
        compiler_version: expect.any(String) as string,
        engine_id: engine.engineId,
        correlation_id: 'abc-1',
        system: 'Sheetwright',
        request_timestamp: expect.any(String) as string,
      },
    })
  })

  it('takes an empty text for nothing', async () => {
    const person = await server().signIn()
    const engine = await engineOf(person)
    const inputs = { Sum: 1000, Age: 40, Cover: 'Basic' }
    const address = ['version_id', 'version', 'transaction_date', 'service_id', 'service_uri', 'service_category']
    const marks = ['call_purpose', 'source_system', 'correlation_id']
    const shape = ['requested_output', 'array_outputs', 'response_data_inputs', 'debug_solve', 'excel_file', 'validate']
    const empty = Object.fromEntries([...address, ...marks, ...shape].map((name) => [name, '']))
    const single = `/${person.tenantName}/api/v3/folders/${engine.productId}/services/${engine.engineId}`
    const body = { request_data: { inputs }, request_meta: empty }
    const { answer } = await post(`${single}/execute`, body, { ...person.headers })
    expect(answer).toMatchObject({ status: 'Success', response_data: { outputs: { Premium: 28 } } })
    expect(await post(`${single}/validation`, body, { ...person.headers })).toMatchObject({ status: 200 })
    const none = {
      version_id: '',
      version_by_timestamp: '',
      subservice: '',
      output: '',
      call_purpose: '',
      validate: '',
    }
    const batch = { service: engine.engineId, inputs: [inputs], source_system: '', correlation_id: '', ...none }
    const many = await post(`/${person.tenantName}/api/v4/execute`, batch, { ...person.headers })
    expect(many.answer).toMatchObject({ outputs: [{ Premium: 28 }] })
  })

  it('finds the service by id, version, service_uri and proxy, and takes packed bodies', async () => {
    const person = await server().signIn()
    const engine = await engineOf(person, 'Named')
    const base = `/${person.tenantName}/api/v3`
    const body = { request_data: { inputs: { Sum: 1000, Age: 0, Cover: 'Basic' } }, request_meta: { validate: false } }
    const named = (service_uri: string) => ({ ...body, request_meta: { ...body.request_meta, service_uri } })
    const requests: [string, unknown, Record<string, string>][] = [
      [`${base}/service/${engine.engineId}`, gzipSync(JSON.stringify(body)), { 'content-encoding': 'gzip' }],
      [`${base}/version/${engine.versionId}`, deflateSync(JSON.stringify(body)), { 'content-encoding': 'deflate' }],
      [
        `${base}/execute`,
        brotliCompressSync(JSON.stringify(named(`${engine.productId}/Named`))),
        { 'content-encoding': 'br' },
      ],
      [`${base}/execute`, named(`${engine.productId}/Named[1.0.0]`), {}],
      [`${base}/execute`, named(`version/${engine.versionId}`), {}],
      [`${base}/execute`, named(engine.engineId), {}],
    ]
    for (const [path, sent, headers] of requests) {
      const { answer } = await post(path, sent, { ...person.headers, ...headers })
      expect(answer.response_data).toMatchObject({ outputs: { Premium: 20, Band: '#N/A' } })
      expect(answer.response_data?.['errors']).toMatchObject([
        { error_type: '#N/A', source_path: 'Calc!B6', additional_details: 'Band' },
      ])
    }
  })

  it('says what is wrong in a form that these clients read', async () => {
    const person = await server().signIn()
    const other = await server().signIn()
    const base = `/${person.tenantName}/api/v3`
    const none = await post(`${base}/execute`, {}, person.headers)
    expect(none).toMatchObject({
      status: 400,
      answer: { status: 'Error', error: { code: 'INVALID_INPUT' }, response_data: null },
    })
    const missing = await post(`${base}/folders/a/services/b/execute`, {}, person.headers)
    expect(missing).toMatchObject({ status: 404, answer: { error: { code: 'ENGINE_NOT_FOUND' } } })
    const foreign = await post(`${base}/execute`, {}, other.headers)
    expect(foreign).toMatchObject({ status: 403, answer: { error: { code: 'TENANT_MISMATCH' } } })
    const types = {
      request_meta: { service_id: crypto.randomUUID(), response_data_inputs: 'true', requested_output: 5 },
    }
    const wrong = await post(`${base}/execute`, types, person.headers)
    expect(wrong).toMatchObject({
      status: 400,
      answer: {
        errors: [
          { field: 'body.request_meta.requested_output', message: 'has the wrong type', allowed: 'a list, or a text' },
          { field: 'body.request_meta.response_data_inputs', message: 'has the wrong type', allowed: 'true or false' },
        ],
      },
    })
    const untold = await post(`/${person.tenantName}/api/v4/transform/validation`, {}, person.headers)
    expect(untold.answer['errors']).toEqual([
      { field: 'body.transform_content', message: 'is missing', allowed: 'a text, or an object' },
    ])
    const proxy = await post(`${base}/proxy/nothing`, {}, person.headers)
    expect(proxy).toMatchObject({ status: 404, answer: { error: { code: 'PROXY_URL_NOT_FOUND' } } })
  })
})

describe('a batch', () => {
  it('answers in parallel lists, each record with a call id; a bad record fails alone', async () => {
    const person = await server().signIn()
    const engine = await engineOf(person, 'Batch')
    const path = `/${person.tenantName}/api/v4/execute`
    const rows = [
      ['Sum', 'Age', 'Cover'],
      [1000, 40, 'Basic'],
      ['a lot', 40, 'Basic'],
      [2000, 40, 'Basic'],
      [1000, 17, 'Basic'],
    ]
    const service = `${engine.productId}/Batch[1.0.0]`
    const { answer } = await post(
      path,
      { service, inputs: rows, output: 'Premium', correlation_id: 'c' },
      person.headers,
    )
    expect(answer['outputs']).toEqual([{ Premium: 28 }, null, { Premium: 56 }, null])
    const errors = answer['errors'] as unknown[]
    expect(errors[0]).toBeNull()
    expect(errors[1]).toMatchObject([{ additional_details: 'Sum', source_path: 'Calc!B1' }])
    expect(errors[2]).toBeNull()
    expect(errors[3]).toMatchObject([{ message: 'The age must be from 18 to 99' }])
    expect(answer['warnings']).toEqual([null, null, null, null])
    expect(answer['service_chain']).toEqual([null, null, null, null])
    expect(new Set(answer['call_ids'] as string[]).size).toBe(4)
    expect((answer['process_time'] as number[]).every((time) => time >= 0)).toBe(true)
    expect(answer).toMatchObject({
      service_id: engine.engineId,
      version_id: engine.versionId,
      version: '1.0.0',
      correlation_id: 'c',
    })

    const objects = [{ Sum: 1000, Age: 40, Cover: 'Basic' }, { Sum: 1000 }]
    const second = await post(path, { service: engine.engineId, inputs: objects }, person.headers)
    expect(second.answer['outputs']).toMatchObject([{ Premium: 28 }, { Premium: 28 }])
    expect((second.answer['warnings'] as unknown[])[1]).toHaveLength(2)
  })
})
