import { expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, useTestServer } from '../support/test-server.ts'
import { premiumWorkbook } from './workbooks.ts'

const server = useTestServer()

async function send(person: SignedIn, path: string, fields: readonly (readonly [string, string])[]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const response = await fetch(server().origin + path, { method: 'POST', headers: person.headers, body: form })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

it('an engine is executed by a form whose fields hold JSON, as by the JSON itself', async () => {
  const person = await server().signIn()
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const path = `/api/v1/product/${engine.productId}/engines/Execute/${engine.engineId}`
  const data = JSON.stringify({ inputs: { Sum: 2000, Age: 50, Cover: 'Basic' } })
  const sent = await send(person, path, [
    ['request_data', data],
    ['request_meta', JSON.stringify({ call_purpose: 'Form' })],
  ])
  expect(sent).toMatchObject({ status: 200, answer: { data: { xOutput: { Premium: 60 } } } })

  const v3 = `/${person.tenantName}/api/v3/service/${engine.engineId}`
  expect(await send(person, v3, [['request_data', data]])).toMatchObject({
    status: 200,
    answer: { response_data: { outputs: { Premium: 60 } } },
  })
})

it('a form that is wrong is told which field is', async () => {
  const person = await server().signIn()
  const engine = await publishedEngine(server(), person, premiumWorkbook())
  const path = `/api/v1/product/${engine.productId}/engines/Execute/${engine.engineId}`
  expect(await send(person, path, [['request_data', '{']])).toMatchObject({
    status: 400,
    answer: { errorCode: 'INVALID_INPUT', errors: [{ field: 'body.request_data', message: 'is not JSON' }] },
  })
  const twice = [
    ['request_data', '{}'],
    ['request_data', '{}'],
  ] as const
  expect(await send(person, path, twice)).toMatchObject({ status: 400, answer: { errorCode: 'INVALID_INPUT' } })
  expect(await send(person, path, [['__proto__', '{}']])).toMatchObject({ status: 400 })
  const other = '/api/v1/product/list'
  expect(await send(person, other, [['page', '1']])).toMatchObject({
    status: 415,
    answer: { errorCode: 'UNSUPPORTED_MEDIA_TYPE' },
  })
})
