import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { expect, it } from 'vitest'
import { serviceClient } from '../engines/service-client.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

async function logged(person: SignedIn, { productId, engineId }: PublishedEngine) {
  const params = { product: productId, engine: engineId }
  const { items } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
  return Promise.all(items.map(({ id }) => person.client.call(getCall, { params: { ...params, call: id } })))
}

it('a call whose body has the wrong shape is logged with its labels, however it names its engine', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const client = await serviceClient(server(), person)
  const { productId, engineId, versionId } = engine
  const wrong = (correlation_id: string) => ({
    request_data: { inputs: 7 },
    request_meta: { correlation_id, call_purpose: 'Quote', source_system: 'portal' },
  })
  const sent = [
    [`${server().origin}/api/v1/product/${productId}/engines/Execute/${engineId}`, wrong('v1')],
    [`api/v3/folders/${productId}/services/${engineId}/execute`, wrong('v3')],
    [`api/v3/service/${engineId}`, wrong('by id')],
    [`api/v3/version/${versionId}`, wrong('by version')],
    ['api/v3/execute', { ...wrong('named'), request_meta: { ...wrong('named').request_meta, service_id: engineId } }],
    ['api/v4/execute', { service: engineId, inputs: 7, correlation_id: 'v4', call_purpose: 'Quote' }],
    ['api/v4/execute', { service: engineId, inputs: [[[]], [1]], correlation_id: 'headings', call_purpose: 'Quote' }],
  ] as const
  for (const [path, body] of sent) {
    expect(await client.post(path, body)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_INPUT' } })
  }
  const calls = await logged(person, engine)
  const labels = ['v1', 'v3', 'by id', 'by version', 'named', 'v4', 'headings']
  expect(calls.map(({ correlationId }) => correlationId).toReversed()).toEqual(labels)
  for (const call of calls) {
    expect(call).toMatchObject({ purpose: 'Quote', callerKind: 'key', hasErrors: true })
    expect(call.response).toMatchObject({ errorCode: 'INVALID_INPUT' })
  }
  expect(calls.at(-1)?.request).toEqual(wrong('v1'))
})

it('a body that is no JSON is logged as its text, unless inputs are masked', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const { productId, engineId } = engine
  const send = () =>
    fetch(`${server().origin}/api/v1/product/${productId}/engines/Execute/${engineId}`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json', 'x-request-id': 'request-7' },
      body: '{"request_data": {"inputs": {"Age": 41',
    })
  expect((await send()).status).toBe(400)
  await person.client.call(saveCallSettings, { params: { product: productId }, body: { maskedInputs: ['Age'] } })
  expect((await send()).status).toBe(400)
  const [masked, plain] = await logged(person, engine)
  expect(plain).toMatchObject({ correlationId: 'request-7', request: '{"request_data": {"inputs": {"Age": 41' })
  expect(masked?.request).toEqual({ masked: 'Not kept, because inputs are masked' })
  expect(JSON.stringify(masked)).not.toContain('"Age')
})

it('a refusal reaches no log if the caller may not execute the engine', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const stranger = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
  const { productId, engineId } = engine
  const refused = await fetch(`${server().origin}/api/v1/product/${productId}/engines/Execute/${engineId}`, {
    method: 'POST',
    headers: { ...stranger.headers, 'content-type': 'application/json' },
    body: '{"inputs": 7}',
  })
  expect(refused.status).toBe(400)
  expect(await logged(person, engine)).toEqual([])
})
