import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { revokeApiKey } from '@sheetwright/contract/api-keys/revoke-api-key.ts'
import { applyMapping } from '@sheetwright/contract/mapping.ts'
import { expect, it } from 'vitest'
import { newAuthor, premiumWorkbook, upload, useEngineServer } from './engine-server.ts'
import { serviceClient, type ServiceClient } from './service-client.ts'

const server = useEngineServer()

async function publishedPremium() {
  const author = await newAuthor(server())
  const client = await serviceClient(server(), author)
  const { versionId } = await upload(author, premiumWorkbook(), { data: { serviceName: 'Premium', publish: true } })
  return { author, client, versionId }
}

async function settled(client: ServiceClient, statusUrl: unknown) {
  const ended = new Set(['completed', 'closed'])
  await expect
    .poll(async () => ended.has((await client.get(String(statusUrl))).body['status'] as string), {
      timeout: 60_000,
    })
    .toBe(true)
  return (await client.get(String(statusUrl))).body
}

it('a client exports services here and imports them elsewhere, under other names', async () => {
  const { client, versionId } = await publishedPremium()
  const started = await client.post('api/v4/export', {
    inputs: { services: ['Motor/Premium'] },
    version_filter: 'latest',
    source_system: 'Mover',
    correlation_id: 'move-1',
  })
  expect(started).toMatchObject({ status: 200, body: { object: 'export' } })
  const exported = await settled(client, started.body['status_url'])
  expect(exported).toMatchObject({
    status: 'completed',
    errors: null,
    correlation_id: 'move-1',
    outputs: {
      files: [{ file_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }],
      service_versions: [{ service_uri: 'Motor/Premium[1.0.0]', version_id: versionId }],
    },
  })
  const { files } = exported['outputs'] as { files: { file: string }[] }
  const zip = await client.download(files[0]?.file ?? '')
  expect(zip.status).toBe(200)

  const there = await newAuthor(server())
  const other = await serviceClient(server(), there)
  const request = (services_existing: string) => ({
    importRequestEntity: JSON.stringify({
      inputs: {
        services_modify: [
          {
            service_uri_source: 'Motor/Premium',
            service_uri_destination: 'Fleet/Premium 2',
            update_version_type: 'minor',
          },
        ],
      },
      services_existing,
    }),
    file: new Blob([zip.bytes]),
  })
  const importing = await other.form('api/v4/import', request('abort'), 'package.zip')
  expect(importing).toMatchObject({ status: 200, body: { object: 'import' } })
  expect(await settled(other, importing.body['status_url'])).toMatchObject({
    status: 'completed',
    outputs: { service_versions: [{ service_uri: 'Fleet/Premium 2[1.0.0]' }] },
  })
  const run = await other.post('api/v3/folders/Fleet/services/Premium%202/execute', {
    request_data: { inputs: { Age: 20 } },
  })
  expect(run.body).toMatchObject({ response_data: { outputs: { Premium: 200 } } })
  expect(await other.form('api/v4/import', request('abort'), 'package.zip')).toMatchObject({
    status: 409,
    body: { errorCode: 'ENGINE_EXISTS_ALREADY' },
  })
  expect(await other.form('api/v4/import', { ...request('abort'), file: new Blob(['no']) }, 'x.zip')).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID_PRODUCT_ZIP' },
  })
  expect(
    await other.get(String(started.body['status_url']).replace(/\/[^/]+\/api/, `/${there.tenantName}/api`)),
  ).toMatchObject({
    status: 404,
  })
  expect(await client.post('api/v4/export', { inputs: {} })).toMatchObject({ status: 400 })
  expect(await client.post('api/v4/export', { inputs: { services: ['Motor/None'] } })).toMatchObject({ status: 404 })
})

it('a client gets a token for its key, which ends with the key', async () => {
  const { author } = await publishedPremium()
  const { apiKey, key } = await author.client.call(createApiKey, {
    body: { name: 'Integration', group: 'supervisor:pf', scopes: ['execute'] },
  })
  const ask = (fields: Record<string, string>) =>
    fetch(`${server().origin}/auth/realms/${author.tenantName}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
    })
  const answer = await ask({ client_id: 'integration', client_secret: key })
  expect(answer.status).toBe(200)
  const token = (await answer.json()) as { access_token: string; token_type: string; scope: string }
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'execute' })
  expect((await ask({ client_id: 'another', client_secret: key })).status).toBe(401)
  expect((await ask({ client_id: apiKey.id, client_secret: 'wrong' })).status).toBe(401)
  expect((await ask({ client_id: apiKey.id, client_secret: key, grant_type: 'password' })).status).toBe(400)

  const execute = (bearer: string) =>
    fetch(`${server().origin}/${author.tenantName}/api/v3/folders/Motor/services/Premium/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    })
  expect((await execute(token.access_token)).status).toBe(200)
  expect((await execute(`${token.access_token.slice(0, -6)}AAAAAA`)).status).toBe(401)
  // Only what the key permits.
  const list = await fetch(`${server().origin}/api/v1/product/list`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}` },
  })
  expect(list.status).toBe(403)
  await author.client.call(revokeApiKey, { params: { id: apiKey.id } })
  await expect.poll(async () => (await execute(token.access_token)).status, { timeout: 60_000 }).toBe(401)
})

it('OAuth clients read why they get no token, and may name themselves by HTTP Basic authentication', async () => {
  const { author } = await publishedPremium()
  const { key } = await author.client.call(createApiKey, {
    body: { name: 'Broker (north & south)', group: 'supervisor:pf', scopes: ['execute'] },
  })
  const name = 'Broker (north & south)'
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(name)}:${encodeURIComponent(secret)}`).toString('base64')}`
  const ask = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server().origin}/auth/realms/${author.tenantName}/protocol/openid-connect/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    })
    const { status } = answer
    const told = (await answer.json()) as Record<string, unknown>
    return { status, told, challenge: answer.headers.get('www-authenticate'), id: answer.headers.get('x-request-id') }
  }
  const grant = { grant_type: 'client_credentials' }
  expect(await ask(grant, { authorization: basic(key) })).toMatchObject({
    status: 200,
    told: { token_type: 'Bearer', scope: 'execute' },
  })
  expect(await ask({ ...grant, client_id: name }, { authorization: basic(key) })).toMatchObject({ status: 200 })

  const wrong = await ask(grant, { authorization: basic('wrong') })
  expect(wrong).toMatchObject({
    status: 401,
    told: {
      error: 'invalid_client',
      error_description: expect.any(String) as unknown,
      errorCode: 'UNAUTHORIZED_ACCESS',
    },
    challenge: expect.stringMatching(/^Basic realm=/) as unknown,
  })
  expect(wrong.told['correlationId']).toBe(wrong.id)
  for (const unreadable of ['Basic', 'Basic bm9jb2xvbg==', `Basic ${Buffer.from('%:x').toString('base64')}`]) {
    expect((await ask(grant, { authorization: unreadable })).status).toBe(401)
  }
  expect(await ask({ ...grant, client_id: name, client_secret: 'wrong' })).toMatchObject({
    status: 401,
    told: { error: 'invalid_client' },
    challenge: 'Bearer',
  })
  const secrets = { client_id: name, client_secret: key }
  expect(await ask({ grant_type: 'password', ...secrets })).toMatchObject({
    status: 400,
    told: { error: 'unsupported_grant_type', errorCode: 'INVALID_INPUT' },
  })
  for (const incomplete of [secrets, grant, { ...grant, client_id: name }, { ...grant, client_secret: key }]) {
    expect(await ask(incomplete)).toMatchObject({ status: 400, told: { error: 'invalid_request' } })
  }
  expect(await ask({ ...grant, client_id: 'Another' }, { authorization: basic(key) })).toMatchObject({
    status: 400,
    told: { error: 'invalid_request' },
  })
})

it('a client speaks its own documents through a transform', async () => {
  const { client } = await publishedPremium()
  const input_body_transform = {
    rules: [
      { to: 'Age', from: '$.policy.drivers[0].age', required: true },
      { to: 'Sum', from: '$.policy.cover', codes: { BASIC: 10_000, FULL: 20_000 } },
    ],
  }
  const output_body_transform = {
    rules: [
      { to: 'quote.premium', from: '$.response_data.outputs.Premium' },
      { to: 'quote.currency', constant: 'EUR' },
    ],
  }
  const content = JSON.stringify({
    transform_type: 'mapping_v1',
    target_api_version: 'v3',
    input_body_transform: JSON.stringify(input_body_transform),
    output_body_transform: JSON.stringify(output_body_transform),
  })
  expect(await client.post('api/v4/transform/validation', { transform_content: content })).toMatchObject({
    status: 200,
  })
  const code = JSON.stringify({ transform_type: 'nodejs22', transform_code: 'module.exports = 1' })
  expect(await client.post('api/v4/transform/validation', { transform_content: code })).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID_INPUT' },
  })
  const address = 'api/v4/transform/Motor/Broker'
  expect((await client.post(address, { transform_content: content })).body).toMatchObject({
    response_data: { version: 1 },
  })
  expect((await client.post(address, { transform_content: content })).body).toMatchObject({
    response_data: { version: 2 },
  })
  expect((await client.get(address)).body).toMatchObject({ response_data: { name: 'Broker', version: 2 } })
  expect((await client.post('api/v4/transform/list/Motor')).body).toMatchObject({ response_data: { count: 1 } })

  const policy = (cover: string, drivers: unknown[]) => ({ policy: { cover, drivers } })
  for (const path of ['Broker/for/folders/Motor/services/Premium', 'Motor/Broker/for/Motor/Premium']) {
    expect(await client.post(`api/v4/transforms/${path}`, policy('FULL', [{ age: 20 }]))).toMatchObject({
      status: 200,
      body: { quote: { premium: 400, currency: 'EUR' } },
    })
  }
  const execute = 'api/v4/transforms/Broker/for/folders/Motor/services/Premium'
  expect(await client.post(execute, policy('GOLD', []))).toMatchObject({
    status: 400,
    body: {
      errorCode: 'INVALID_INPUT',
      errors: [
        { field: 'body.policy.drivers[0].age', message: 'is missing' },
        { field: 'body.policy.cover', message: '"GOLD" is not among the codes' },
      ],
    },
  })
  expect(await client.delete(address)).toMatchObject({ status: 200 })
  expect(await client.post(execute, policy('FULL', [{ age: 20 }]))).toMatchObject({
    status: 404,
    body: { errorCode: 'TRANSFORM_NOT_FOUND' },
  })
})

it('a mapping reaches only what is in the document', () => {
  const rule = (from: string) =>
    applyMapping({ rules: [{ to: 'a.b[1]', from }] }, { list: [{ x: 1 }, { x: 2 }], 'odd name': 3 })
  expect(rule('list[*].x')).toEqual({ result: { a: { b: [undefined, [1, 2]] } } })
  expect(rule('$["odd name"]')).toEqual({ result: { a: { b: [undefined, 3] } } })
  expect(rule('toString')).toEqual({ result: {} })
  expect(({} as Record<string, unknown>)['b']).toBeUndefined()
})

it.each([
  ['many copies', () => ({ from: '$' })],
  ['lists of nothing', () => ({ from: '$.list[*].none' })],
  ['longer texts for its codes', () => ({ from: '$.list[*]', codes: { a: 'x'.repeat(20) } })],
])('a mapping does not unfold a document into %s', (_, rule) => {
  const list = Array.from({ length: 10_000 }, () => 'a')
  const rules = Array.from({ length: 2000 }, (_each, n) => ({ to: `copy${n}`, ...rule() }))
  const message = 'makes a result that is many times as large as the document'
  expect(applyMapping({ rules }, { list })).toEqual({
    problems: [{ field: expect.stringMatching(/^copy\d+$/), message }],
  })
  expect(applyMapping({ rules: rules.slice(0, 2) }, { list })).toHaveProperty('result.copy1')
})

it('a mapping fills no lists with a million blanks', async () => {
  const { client } = await publishedPremium()
  const rules = Array.from({ length: 100 }, (_, n) => ({ to: `list${n}[999999]`, constant: 1 }))
  const transform = { transform_type: 'mapping_v1', input_body_transform: JSON.stringify({ rules }) }
  const saved = await client.post('api/v4/transform/Motor/Sparse', { transform_content: JSON.stringify(transform) })
  expect(saved.status).toBe(200)
  expect(await client.post('api/v4/transforms/Sparse/for/folders/Motor/services/Premium', {})).toMatchObject({
    status: 400,
    body: { errorCode: 'INVALID_INPUT', errors: [{ field: 'body.list1[999999]' }] },
  })
})

it('a client names services with percent signs and brackets as they are, or percent-encoded, and deletes them', async () => {
  const author = await newAuthor(server())
  const client = await serviceClient(server(), author)
  const serviceName = 'Tariff 100% [new]'
  await upload(author, premiumWorkbook(), { data: { serviceName, publish: true } })
  const encoded = `Motor/${encodeURIComponent(serviceName)}`
  for (const uri of [
    `Motor/${serviceName}`,
    `Motor/${serviceName}[1.0.0]`,
    encoded,
    `${encoded}[1.0.0]`,
    `/folders/${encoded}`,
  ]) {
    const run = await client.post('api/v4/execute', { service: uri, inputs: [{ Age: 20 }] })
    expect(run.body).toMatchObject({ outputs: [{ Premium: 200 }], version: '1.0.0' })
    const started = await client.post('api/v4/export', { inputs: { services: [uri] } })
    expect(started.status).toBe(200)
    const exported = await settled(client, started.body['status_url'])
    expect(exported).toMatchObject({
      errors: null,
      outputs: { service_versions: [{ service_uri: `Motor/${serviceName}[1.0.0]` }] },
    })
    if (uri !== encoded) continue
    const { files } = exported['outputs'] as { files: { file: string }[] }
    const zip = await client.download(files[0]?.file ?? '')
    const importAs = (service_uri_destination: string) => {
      const inputs = { services_modify: [{ service_uri_source: uri, service_uri_destination }] }
      const fields = { importRequestEntity: JSON.stringify({ inputs }), file: new Blob([zip.bytes]) }
      return client.form('api/v4/import', fields, 'package.zip')
    }
    for (const name of ['Fleet/A%2FB', 'Fleet/A:B', 'Fle*et/A']) {
      expect(await importAs(name)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_INPUT' } })
    }
    const importing = await importAs('Fleet/50%25 [old]')
    expect(await settled(client, importing.body['status_url'])).toMatchObject({
      errors: null,
      outputs: { service_versions: [{ service_uri: 'Fleet/50% [old][1.0.0]' }] },
    })
  }
  const engine = `api/v1/product/Fleet/engines/delete/${encodeURIComponent('50% [old]')}`
  expect(await client.delete(engine)).toMatchObject({ status: 200, body: { status: 'Success' } })
  expect(await client.delete(engine)).toMatchObject({ status: 404, body: { errorCode: 'ENGINE_NOT_FOUND' } })
})
