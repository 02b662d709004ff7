import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { compareTestRuns } from '@sheetwright/contract/test-beds/compare-test-runs.ts'
import { downloadPortfolioImpact } from '@sheetwright/contract/test-beds/download-portfolio-impact.ts'
import { explainComparedCase } from '@sheetwright/contract/test-beds/explain-compared-case.ts'
import { generateTestCases } from '@sheetwright/contract/test-beds/generate-test-cases.ts'
import { getPortfolioImpact } from '@sheetwright/contract/test-beds/get-portfolio-impact.ts'
import { getTestBed } from '@sheetwright/contract/test-beds/get-test-bed.ts'
import { getTestComparison } from '@sheetwright/contract/test-beds/get-test-comparison.ts'
import { listComparedCases } from '@sheetwright/contract/test-beds/list-compared-cases.ts'
import { listTestCases } from '@sheetwright/contract/test-beds/list-test-cases.ts'
import { planTestCases } from '@sheetwright/contract/test-beds/plan-test-cases.ts'
import { replayCalls } from '@sheetwright/contract/test-beds/replay-calls.ts'
import type { TestGeneration } from '@sheetwright/contract/test-beds/test-generation.ts'
import { uploadRegression } from '@sheetwright/contract/test-beds/upload-regression.ts'
import { expect, it } from 'vitest'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import type { SignedIn } from '../support/test-server.ts'
import { csv, ended, finished, premiumEngine, premiumTester, uploaded } from './support.ts'

const server = useEngineServer()

const lines = [
  '#Case,#Weight,#Segment,Age,Sum',
  'a,2,young,20,1000',
  'b,1,old,40,1000',
  'c,1,old,50,2000',
  'd,3,old,60,0',
]

it('two versions are compared over a test bed, down to the cell that makes the difference', async () => {
  const { person, engine } = await premiumTester(server())
  const { client } = person
  const { productId, serviceName } = engine
  const draft = await premiumEngine(server(), person, {
    rate: 0.02,
    productId,
    serviceName,
    revision: '2.0.0',
    state: 'Draft',
  })
  const { testbedId } = await uploaded(person, engine.engineId, lines)
  const { comparison } = await client.call(compareTestRuns, {
    body: { testbedId, source: {}, target: { version: draft.versionId } },
  })
  await finished(server(), person, comparison.taskQueueId)
  const params = { comparison: comparison.id }
  const { status, testCompareResult, source, target } = await client.call(getTestComparison, { params })
  expect({ status, source: source.revision, target: target.revision }).toEqual({
    status: 'Success',
    source: '1.0.0',
    target: '2.0.0',
  })
  expect(testCompareResult).toMatchObject({ cases: 4, changedCases: 3, onlySource: [], onlyTarget: [] })
  expect(testCompareResult?.outputs).toEqual([
    expect.objectContaining({
      name: 'Premium',
      equal: 1,
      changed: 3,
      largestAbsolute: 20,
      largestRelative: 1,
      averageDifference: 12.5,
    }),
  ])
  const { items, count } = await client.call(listComparedCases, { params, body: { output: 'Premium' } })
  expect(count).toBe(3)
  expect(items[0]).toMatchObject({ number: 1, name: 'a', source: 20, target: 40, difference: 20, relative: 1 })
  expect(await codeOf(client.call(listComparedCases, { params, body: { output: "x'; DROP" } }))).toBe('INVALID_INPUT')

  const { first } = await client.call(explainComparedCase, { params, body: { number: 1 } })
  expect(first).toEqual([
    { cell: 'Premium!B3', source: { value: 0.01, formula: null }, target: { value: 0.02, formula: null } },
  ])

  const impact = await client.call(getPortfolioImpact, { params, body: { output: 'Premium' } })
  expect(impact.total).toMatchObject({ cases: 4, weight: 7, source: 70, target: 140, change: 70, relative: 1 })
  expect(impact.segments.map(({ name, change, up }) => [name, change, up])).toEqual([
    ['young', 40, 1],
    ['old', 30, 2],
  ])
  expect(impact.movers[0]?.name).toBe('a')
  const byAge = await client.call(getPortfolioImpact, { params, body: { output: 'Premium', segment: 'Age' } })
  expect(byAge.segments.map(({ name }) => name)).toEqual(['20', '50', '40', '60'])
  const book = await client.call(downloadPortfolioImpact, { params, query: { output: 'Premium' } })
  const pdf = await client.call(downloadPortfolioImpact, { params, query: { output: 'Premium', format: 'PDF' } })
  expect((await book.blob.text()).slice(0, 2)).toBe('PK')
  expect((await pdf.blob.text()).slice(0, 5)).toBe('%PDF-')
  const other = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
  expect(await codeOf(other.client.call(getTestComparison, { params }))).toBe('TESTCOMPARISON_NOT_FOUND')
})

it('cases are generated within what the validations allow, as many as were announced', async () => {
  const { person, engine } = await premiumTester(server())
  const { client } = person
  const made = async (generation: Partial<TestGeneration> & Pick<TestGeneration, 'method'>, name: string) => {
    const body = { engineId: engine.engineId, ...generation }
    const { noOfTest } = await client.call(planTestCases, { body })
    const { taskQueueId, testbedId } = await client.call(generateTestCases, { body: { ...body, name } })
    await finished(server(), person, taskQueueId)
    return { noOfTest, cases: await casesOf(person, testbedId) }
  }
  const boundary = await made({ method: 'boundary' }, 'Boundary')
  expect(boundary.cases.map(({ Age }) => Age)).toEqual([18, 19, 59, 98, 99])
  expect(boundary.noOfTest).toBe(5)
  const random = await made({ method: 'random', count: 200, seed: 7 }, 'Random')
  expect(random.cases).toHaveLength(200)
  expect(random.cases.every(({ Age }) => Number(Age) >= 18 && Number(Age) <= 99)).toBe(true)
  const again = await made({ method: 'random', count: 200, seed: 7 }, 'Random again')
  expect(again.cases).toEqual(random.cases)
  expect((await made({ method: 'grid' }, 'Grid')).cases).toHaveLength(5)
  expect((await made({ method: 'pairwise' }, 'Pairwise')).cases).toHaveLength(5)

  const address = { product: engine.productId, engine: engine.engineId }
  for (const Age of [20, 30]) {
    await client.call(executeEngine, { params: address, body: { request_data: { inputs: { Age, Sum: 100 } } } })
  }
  const calls = await made({ method: 'calls' }, 'Calls')
  expect(calls.cases).toEqual([
    { Age: 20, Sum: 100 },
    { Age: 30, Sum: 100 },
  ])

  const { productId, serviceName } = engine
  const draft = await premiumEngine(server(), person, {
    rate: 0.02,
    productId,
    serviceName,
    revision: '2.0.0',
    state: 'Draft',
  })
  const { testRun } = await client.call(replayCalls, { body: { engineId: engine.engineId, version: draft.versionId } })
  expect(await ended(server(), person, testRun)).toMatchObject({
    kind: 'replay',
    status: 'Success',
    failed: 2,
    passed: 0,
  })
  const none = client.call(replayCalls, { body: { engineId: engine.engineId, search: 'nothing like it' } })
  expect(await codeOf(none)).toBe('CALL_NOT_FOUND')
})

it('a regression file runs on the engines that it is for', async () => {
  const { person, engine } = await premiumTester(server())
  const params = { product: engine.productId }
  const file = csv(['Age,Sum,Expected: Premium', '20,1000,20', '40,1000,11'], `${engine.serviceName}.csv`)
  const { runs } = await person.client.call(uploadRegression, { params, body: {}, files: file })
  expect(runs).toHaveLength(1)
  const [run] = runs
  expect(run && (await ended(server(), person, run.testRun))).toMatchObject({
    kind: 'regression',
    passed: 1,
    failed: 1,
  })
  const unknown = person.client.call(uploadRegression, { params, body: { engines: 'No such engine' }, files: file })
  expect(await codeOf(unknown)).toBe('ENGINE_NOT_FOUND')
})

async function casesOf({ client }: SignedIn, testbed: string): Promise<Record<string, unknown>[]> {
  const { latestTestbedVersionId } = await client.call(getTestBed, { params: { testbed } })
  const params = { testbed, version: latestTestbedVersionId ?? '' }
  const { items } = await client.call(listTestCases, { params, body: { pageSize: 1000 } })
  return items.map(({ inputs }) => inputs)
}
