import { eraseCalls } from '@sheetwright/contract/call-log/erase-calls.ts'
import { getCall } from '@sheetwright/contract/call-log/get-call.ts'
import { listCalls } from '@sheetwright/contract/call-log/list-calls.ts'
import { saveCallSettings } from '@sheetwright/contract/call-log/save-call-settings.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { expect, it } from 'vitest'
import { maskedText } from '../../src/features/call-log/mask-call.ts'
import { serviceClient } from '../engines/service-client.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

it('inputs that tell of people are not kept in the log', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { productId, engineId } = await publishedEngine(server(), person, premiumWorkbook())
  const params = { product: productId, engine: engineId }
  await person.client.call(saveCallSettings, { params: { product: productId }, body: { maskedInputs: ['age'] } })
  const client = await serviceClient(server(), person)
  await client.post(`api/v3/folders/${productId}/services/${engineId}/execute`, {
    request_data: { inputs: { Age: 41, Unknown: 7 } },
    request_meta: { response_data_inputs: true },
  })
  await client.post('api/v4/execute', {
    service: engineId,
    inputs: [
      ['Age', 'Unknown'],
      [41, 1],
      [42, 2],
    ],
  })
  const { items } = await person.client.call(listCalls, { params: { ...params, purpose: 'All' }, body: {} })
  expect(items).toHaveLength(2)
  for (const { id } of items) {
    const call = await person.client.call(getCall, { params: { ...params, call: id } })
    expect(JSON.stringify([call.request, call.response])).not.toMatch(/[:,[]4[12][,\]}]/)
    expect(JSON.stringify(call.request)).toContain('***')
    const workbook = await fetch(
      `${server().origin}/api/v1/product/${productId}/engines/${engineId}/logs/${id}/workbook`,
      { headers: person.headers },
    )
    expect(workbook.status).toBe(409)
  }
})

it('a text is masked wherever the input is named', () => {
  const text = JSON.stringify({
    request_data: { inputs: { NAME: 'Eve', Age: 3 } },
    errors: [
      { key: 'Name', message: '"Eve" is too short' },
      { field: 'body.inputs.Age', message: 'is 3' },
    ],
    inputs: [['Age', 'Name'], [3, 'Eve'], null],
  })
  expect(JSON.parse(maskedText(text, ['name']))).toEqual({
    request_data: { inputs: { NAME: '***', Age: 3 } },
    errors: [
      { key: 'Name', message: '***' },
      { field: 'body.inputs.Age', message: 'is 3' },
    ],
    inputs: [['Age', 'Name'], [3, '***'], '***'],
  })
  expect(maskedText(JSON.stringify('x'.repeat(2_000_000)), ['name'])).toContain('Too long')
})

it('the calls of one person are erased on request', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const colleague = await server().signIn({ tenant: person, groups: ['supervisor:pf'] })
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const params = { product: engine.productId, engine: engine.engineId }
  const execute = (who: typeof person, correlation_id: string) =>
    who.client.call(executeEngine, {
      params,
      body: { request_data: { inputs: {} }, request_meta: { correlation_id } },
    })
  await execute(person, 'policy 4711')
  await execute(person, 'policy 4712')
  await execute(colleague, 'policy 4713')
  const left = async () => {
    const { items } = await person.client.call(listCalls, {
      params: { ...params, purpose: 'All' },
      body: { sort: 'timestamp' },
    })
    return items.map(({ correlationId }) => correlationId)
  }
  const erase = (body: Record<string, unknown>) => person.client.call(eraseCalls, { body })
  expect(await erase({ value: 'policy 4711', countOnly: true })).toEqual({ calls: 1 })
  expect(await erase({ value: 'policy 4711' })).toEqual({ calls: 1 })
  expect(await left()).toEqual(['policy 4712', 'policy 4713'])
  expect(await erase({ caller: colleague.userId })).toEqual({ calls: 1 })
  expect(await left()).toEqual(['policy 4712'])
  await expect(erase({})).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

it('erasing finds a text however it was written, also beside characters that the database takes in no JSON', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const { productId, engineId } = await publishedEngine(server(), person, premiumWorkbook())
  const execute = async (inputs: string) => {
    const response = await fetch(`${server().origin}/api/v1/product/${productId}/engines/Execute/${engineId}`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: `{"request_data": {"inputs": ${inputs}}}`,
    })
    await response.text()
  }
  const name = 'Zoë "Z." O/Hara\\ 山田 👩'
  const escaped = Array.from(name.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  )
  await execute('{"Note": "a\\u0000b"}')
  await execute('{"Note": "\\ud800"}')
  await execute('{"Note": 1e999999999}')
  await execute(`{"Note": ${JSON.stringify(name)}}`)
  await execute(`{"Note": ["${escaped}"]}`)
  await execute(`{"Note" : "${escaped.toUpperCase().replaceAll('\\U', '\\u')}" }`)
  // Other values.
  await execute(`{"Note": ${JSON.stringify(`${name}.`)}}`)
  await execute(`{"Note": ${JSON.stringify(`of ${JSON.stringify(name)}`)}}`)
  const erase = (body: { value: string; countOnly?: boolean }) => person.client.call(eraseCalls, { body })
  expect(await erase({ value: name, countOnly: true })).toEqual({ calls: 3 })
  expect(await erase({ value: 'Somebody else' })).toEqual({ calls: 0 })
  expect(await erase({ value: '山'.repeat(500) })).toEqual({ calls: 0 })
  expect(await erase({ value: name })).toEqual({ calls: 3 })
  expect(await erase({ value: name })).toEqual({ calls: 0 })
})
