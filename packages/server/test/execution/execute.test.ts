import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { executeInputs } from '@sheetwright/contract/execution/execute-inputs.ts'
import { describe, expect, it } from 'vitest'
import { publishedEngine } from '../support/published-engine.ts'
import { useTestServer } from '../support/test-server.ts'
import { premiumWorkbook, solveWorkbook } from './workbooks.ts'

const server = useTestServer()

describe('Execute', () => {
  it('computes with the given inputs and says what it computed with', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const params = { product: engine.productId, engine: engine.serviceName }
    const result = await person.client.call(executeEngine, {
      params,
      body: { request_data: { inputs: { Sum: 2000, age: 50, Colour: 'red' } } },
    })
    expect(result).toMatchObject({
      serviceName: engine.serviceName,
      versionId: engine.versionId,
      revision: '1.0.0',
      xlInputs: { Sum: 2000, Age: 50, Cover: 'Basic' },
      xOutput: {
        Premium: 60,
        Band: 'adult',
        Years: [
          { Year: 1, Amount: 60 },
          { Year: 2, Amount: 66 },
        ],
      },
      validationErrors: [],
      engineWarnings: [
        { key: 'Cover', value: 'Input parameter missing.' },
        { key: 'Colour', value: 'The workbook has no input of this name; the value was not used.' },
      ],
      referenceUpdateRequired: false,
    })
    expect(executeEngine.output.schema.parse(result)).toEqual(result)
  })

  it('tells what its solves were after', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, solveWorkbook())
    const params = { product: engine.productId, engine: engine.engineId }
    const run = (inputs: Record<string, unknown>) =>
      person.client.call(executeEngine, { params, body: { request_data: { inputs } } })
    const { xOutput, solveInputs } = await run({ Wanted: 81 })
    expect(xOutput['Root']).toBeCloseTo(9, 6)
    const about = { solveName: 'Root', maxChange: 1e-9, maxIteration: 100 }
    expect(solveInputs).toEqual([{ ...about, targetValue: 81, intialGuess: expect.any(Number), runIfTrue: true }])
    const skipped = await run({ Wanted: -1 })
    expect(skipped.solveInputs).toEqual([{ ...about, targetValue: null, intialGuess: null, runIfTrue: false }])
  })

  it('names the field that is nested too deep to be followed', async () => {
    const person = await server().signIn()
    const { productId, engineId } = await publishedEngine(server(), person, premiumWorkbook())
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const post = async (path: string, body: string) => {
      const headers = { ...person.headers, 'content-type': 'application/json' }
      const response = await fetch(server().origin + path, { method: 'POST', headers, body })
      return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
    }
    const body = `{"request_data":{"inputs":{"Sum":1000,"Age":${deep}}}}`
    expect(await post(`/api/v1/product/${productId}/engines/Execute/${engineId}`, body)).toMatchObject({
      status: 400,
      answer: { errorCode: 'INVALID_INPUT', errors: [{ field: 'body.request_data.inputs.Age' }] },
    })
    const v3 = `/${person.tenantName}/api/v3/folders/${productId}/services/${engineId}/execute`
    expect(await post(v3, body)).toMatchObject({
      status: 400,
      answer: { errorCode: 'INVALID_INPUT', errors: [{ field: 'body.request_data.inputs.Age' }] },
    })
  })

  it('tells of refused inputs with the message of the workbook, and computes with them when told to', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const params = { product: engine.productId, engine: engine.engineId }
    const inputs = { Sum: 2_000_000, Age: 120, Cover: 'Basic' }
    const refusal = person.client.call(executeEngine, { params, body: { request_data: { inputs } } })
    await expect(refusal).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      status: 400,
      fieldErrors: [
        { field: 'body.request_data.inputs.Age', message: 'The age must be from 18 to 99 (Calc!B2)' },
        { field: 'body.request_data.inputs.Sum', message: 'The sum insured is too high (Calc!B7)' },
      ],
    })
    const wrongType = person.client.call(executeEngine, { params, body: { request_data: { inputs: { Sum: 'much' } } } })
    await expect(wrongType).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [{ field: 'body.request_data.inputs.Sum' }],
    })
    const unknown = { request_data: { inputs }, request_meta: { service_category: 'short' } }
    await expect(person.client.call(executeEngine, { params, body: unknown })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fieldErrors: [
        { field: 'body.request_meta.service_category', message: 'is not one of the engine', allowed: 'ALL' },
      ],
    })
    const taken = await person.client.call(executeEngine, {
      params,
      body: { request_data: { inputs }, request_meta: { validate: false } },
    })
    expect(taken.xOutput).toMatchObject({ Premium: 88_000, Band: 'senior' })
    expect(taken.engineWarnings).toHaveLength(2)
  })

  it('gives an Excel error as its text and names the cell it came from', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const result = await person.client.call(executeEngine, {
      params: { product: engine.productId, engine: engine.engineId },
      body: {
        request_data: { inputs: { Sum: 1, Age: 1, Cover: 'Full' } },
        request_meta: { validate: false, requested_output: 'Band', array_outputs: ['Years'] },
      },
    })
    expect(result.xOutput).toEqual({ Band: '#N/A' })
    expect(result.validationErrors).toMatchObject([
      { sourcePath: 'Calc!B6', additionalDetails: 'Band', errorType: '#N/A' },
    ])
  })

  it('gives the limits and lists of inputs', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook())
    const { xlInputs } = await person.client.call(executeInputs, {
      params: { product: engine.productId, engine: engine.engineId },
      body: { request_data: { inputs: { Age: 33 } } },
    })
    expect(xlInputs).toEqual([
      { name: 'Sum', value: 1000, min: null, max: null, options: null },
      { name: 'Age', value: 33, min: 18, max: 99, options: null },
      { name: 'Cover', value: 'Basic', min: null, max: null, options: ['Basic', 'Full'] },
    ])
  })
})
