import { expect, it } from 'vitest'
import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'

const server = useTestServer()

const workbook: WorkbookSpec = {
  sheets: [
    { name: 'Calc', cells: { B1: 40, B2: { formula: 'B1*2', value: 80 }, B3: { formula: 'B1*3', value: 120 } } },
  ],
  names: [
    { name: 'Xinput_Age', text: 'Calc!$B$1' },
    { name: 'Xoutput_Premium', text: 'Calc!$B$2' },
    { name: 'Xinput_short.Age', text: 'Calc!$B$1' },
    { name: 'Xoutput_short.Premium', text: 'Calc!$B$3' },
  ],
}

async function caller() {
  const person = await server().signIn()
  const { productId, engineId } = await publishedEngine(server(), person, workbook)
  const post = async (path: string, body: object) => {
    const headers = { ...person.headers, 'content-type': 'application/json' }
    const response = await fetch(server().origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, answer: await response.json() }
  }
  const v1 = `/api/v1/product/${productId}/engines`
  const v3 = `/${person.tenantName}/api/v3/folders/${productId}/services/${engineId}`
  return { post, engineId, v1, v3, v4: `/${person.tenantName}/api/v4/execute` }
}

it('a subservice that an engine does not have is told by the field that named it, with those it has', async () => {
  const { post, engineId, v1, v3, v4 } = await caller()
  const single = (service_category: string) => ({
    request_data: { inputs: { Age: 50 } },
    request_meta: { service_category },
  })
  const paths = ['Execute', 'ExecuteInputs', 'Downloadoutput'].map((call) => `${v1}/${call}/${engineId}`)
  for (const path of [...paths, `${v3}/execute`, `${v3}/validation`]) {
    expect(await post(path, single('shrt'))).toMatchObject({
      status: 400,
      answer: {
        errorCode: 'INVALID_INPUT',
        errors: [{ field: 'body.request_meta.service_category', allowed: 'ALL, short' }],
      },
    })
    expect(await post(path, single('Short'))).toMatchObject({ status: 200 })
  }
  const batch = (subservice: string) => ({ service: engineId, inputs: [{ Age: 50 }], subservice })
  expect(await post(v4, batch('shrt'))).toMatchObject({
    status: 400,
    answer: { errorCode: 'INVALID_INPUT', errors: [{ field: 'body.subservice', allowed: 'ALL, short' }] },
  })
  expect(await post(v4, batch('short'))).toMatchObject({ answer: { outputs: [{ Premium: 150 }] } })
})

it('an input that is refused is told as the caller wrote it', async () => {
  const { post, engineId, v1 } = await caller()
  const body = { request_data: { inputs: { AGE: 'old' } } }
  expect(await post(`${v1}/Execute/${engineId}`, body)).toMatchObject({
    status: 400,
    answer: { errors: [{ field: 'body.request_data.inputs.AGE' }] },
  })
})
