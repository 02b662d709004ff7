import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { downloadJobFile } from '@sheetwright/contract/jobs/download-job-file.ts'
import { deleteTestBed } from '@sheetwright/contract/test-beds/delete-test-bed.ts'
import { downloadEngineTemplate } from '@sheetwright/contract/test-beds/download-engine-template.ts'
import { downloadTestBed } from '@sheetwright/contract/test-beds/download-test-bed.ts'
import { downloadTestBedTemplate } from '@sheetwright/contract/test-beds/download-test-bed-template.ts'
import { downloadTestRun } from '@sheetwright/contract/test-beds/download-test-run.ts'
import { getTestBed } from '@sheetwright/contract/test-beds/get-test-bed.ts'
import { getTestBedTemplateVersions } from '@sheetwright/contract/test-beds/get-test-bed-template-versions.ts'
import { getTestBedVersions } from '@sheetwright/contract/test-beds/get-test-bed-versions.ts'
import { listTestBeds } from '@sheetwright/contract/test-beds/list-test-beds.ts'
import { listTestCases } from '@sheetwright/contract/test-beds/list-test-cases.ts'
import { listTestResults } from '@sheetwright/contract/test-beds/list-test-results.ts'
import { listTestRuns } from '@sheetwright/contract/test-beds/list-test-runs.ts'
import { saveCallAsCase } from '@sheetwright/contract/test-beds/save-call-as-case.ts'
import { queueTestRun } from '@sheetwright/contract/test-beds/queue-test-run.ts'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { saveTestBedTemplate } from '@sheetwright/contract/test-beds/save-test-bed-template.ts'
import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import { summariseTestRun } from '@sheetwright/contract/test-beds/summarise-test-run.ts'
import { uploadTestBed } from '@sheetwright/contract/test-beds/upload-test-bed.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import { csv, finished, premiumTester, ran, uploaded } from './support.ts'

const server = useEngineServer()

const lines = [
  '#Case,Age,Sum,Expected: Premium',
  'young,20,1000,20',
  'old,40,1000,10',
  'wrong,40,2000,21',
  'none,50,100,',
]

describe('test beds', () => {
  it('are made by filled templates, and every wrong cell is named', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const made = await uploaded(person, engine.engineId, lines, 'Motor cases')
    expect(made).toMatchObject({ noOfTest: 4, version: { number: 1, inputs: ['Age', 'Sum'], outputs: ['Premium'] } })
    const next = await client.call(uploadTestBed, {
      body: { testbedId: made.testbedId },
      files: csv(lines.slice(0, 3)),
    })
    expect(next).toMatchObject({ testbedId: made.testbedId, noOfTest: 2, version: { number: 2 } })
    expect((await client.call(listTestBeds, { body: { search: [{ field: 'name', value: 'MOTOR' }] } })).items).toEqual([
      expect.objectContaining({ name: 'Motor cases', version: 2, noOfTest: 2, mayEdit: true }),
    ])

    const refused = async (text: readonly string[], fileName = 'cases.csv') => {
      const call = client.call(uploadTestBed, {
        body: { engineId: engine.engineId, name: 'X' },
        files: csv(text, fileName),
      })
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (!(error instanceof ApiError)) throw new Error('It was not refused')
      return { code: error.code, fields: error.fieldErrors }
    }
    const wrong = await refused(['Age,Sum', '20,abc', 'x,1', '30,5'])
    expect(wrong.code).toBe('INVALID_TESTBED_CASES')
    expect(wrong.fields).toEqual([
      expect.objectContaining({ field: 'CSV!B2', message: 'Row 2, column "Sum": "abc"', allowed: 'a number' }),
      expect.objectContaining({ field: 'CSV!A3' }),
    ])
    expect((await refused(['Age,Colour', '20,red'])).fields?.[0]).toMatchObject({ field: 'CSV!B1' })
    expect((await refused(['Age,Sum', '20'])).fields?.[0]).toMatchObject({ field: 'Row 2' })
    expect((await refused(['Age,Sum'])).code).toBe('INVALID_TESTBED_CASES')
    expect((await refused(lines, 'cases.pdf')).code).toBe('INVALID_FILE_TYPE')
    expect((await refused(['not a workbook'], 'cases.xlsx')).code).toBe('INVALID_TESTBED_CASES')
  })

  it('come back from the workbook that was downloaded as they were, tolerances included', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const made = await uploaded(person, engine.engineId, lines)
    const tolerances = { Premium: { absolute: 1.5, relative: 0 } }
    await client.call(saveTestBed, { body: { testbedId: made.testbedId, name: 'Cases', tolerances } })
    const file = await client.call(downloadTestBed, {
      params: { testbed: made.testbedId, version: made.testbedVersionId },
    })
    const again = await client.call(uploadTestBed, {
      body: { engineId: engine.engineId, name: 'Again' },
      files: { file: { content: file.blob, fileName: 'again.xlsx' } },
    })
    const read = async (testbed: string, version: string) =>
      client.call(listTestCases, { params: { testbed, version }, body: {} })
    expect(await read(again.testbedId, again.testbedVersionId)).toEqual(
      await read(made.testbedId, made.testbedVersionId),
    )
    expect((await client.call(getTestBed, { params: { testbed: again.testbedId } })).tolerances).toEqual(tolerances)
    expect(await codeOf(client.call(saveTestBed, { body: { testbedId: made.testbedId, name: 'AGAIN' } }))).toBe(
      'TESTBED_ALREADY_EXISTS',
    )
  })

  it('cannot be run once every case is removed', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { id } = await client.call(saveTestBed, { body: { engineId: engine.engineId, name: 'Emptied' } })
    const params = { testbed: id }
    const { id: testbedVersionId } = await client.call(saveTestCases, { params, body: { added: [{ inputs: {} }] } })
    await client.call(saveTestCases, { params, body: { testbedVersionId, removed: [1] } })
    const refused = client.call(queueTestRun, { body: { testbedId: id } })
    await expect(refused).rejects.toThrow('The test bed "Emptied" has no cases yet')
  })

  it('lose none of the changes that are made at the same time', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { id } = await client.call(saveTestBed, { body: { engineId: engine.engineId, name: 'Busy' } })
    const params = { testbed: id }
    const add = (age: number, testbedVersionId?: string) =>
      client.call(saveTestCases, {
        params,
        body: { added: [{ inputs: { Age: age } }], ...(testbedVersionId && { testbedVersionId }) },
      })
    const edits = await Promise.allSettled([30, 31, 32, 33].map((age) => add(age)))
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { callId } = await client.call(executeEngine, {
      params: { product: engine.productId, engine: engine.engineId },
      body: { request_data: { inputs: { Age: 20, Sum: 500 } } },
    })
    await Promise.all([1, 2, 3].map(() => client.call(saveCallAsCase, { params, body: { callId } })))
    const [latest] = (await client.call(getTestBedVersions, { params })).items
    expect(latest).toMatchObject({ number: 4, noOfTest: 4 })
  })

  it('are edited into versions, and take logged calls as cases', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { id } = await client.call(saveTestBed, { body: { engineId: engine.engineId, name: 'By hand' } })
    const first = await client.call(saveTestCases, {
      params: { testbed: id },
      body: {
        added: [
          { name: 'a', inputs: { Age: 30 } },
          { name: 'b', inputs: { Age: 31, Sum: 5 } },
        ],
      },
    })
    const second = await client.call(saveTestCases, {
      params: { testbed: id },
      body: {
        testbedVersionId: first.id,
        changed: [{ number: 2, name: 'b2', inputs: { Age: 32 }, expected: { Premium: 1 } }],
        added: [{ name: 'c', inputs: {} }],
        removed: [1],
      },
    })
    const cases = async (version: string, search = '') =>
      (await client.call(listTestCases, { params: { testbed: id, version }, body: { search } })).items
    expect((await cases(second.id)).map(({ number, name }) => [number, name])).toEqual([
      [1, 'b2'],
      [2, 'c'],
    ])
    expect((await cases(first.id)).map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await cases(second.id, 'B2')).map(({ number }) => number)).toEqual([1])
    const stale = client.call(saveTestCases, {
      params: { testbed: id },
      body: { testbedVersionId: first.id, removed: [1] },
    })
    expect(await codeOf(stale)).toBe('CONFLICT')
    const unknown = { testbedVersionId: second.id, added: [{ inputs: { Colour: 'red' } }] }
    expect(await codeOf(client.call(saveTestCases, { params: { testbed: id }, body: unknown }))).toBe(
      'INVALID_TESTBED_CASES',
    )

    const address = { product: engine.productId, engine: engine.engineId }
    const run = await client.call(executeEngine, {
      params: address,
      body: { request_data: { inputs: { Age: 20, Sum: 500 } } },
    })
    const third = await client.call(saveCallAsCase, {
      params: { testbed: id },
      body: { callId: run.callId, name: 'from the log' },
    })
    expect((await cases(third.id)).at(-1)).toMatchObject({
      name: 'from the log',
      inputs: { Age: 20, Sum: 500 },
      expected: { Premium: 10 },
    })
    const { items } = await client.call(getTestBedVersions, { params: { testbed: id } })
    expect(items.map(({ number, source, noOfTest }) => [number, source, noOfTest])).toEqual([
      [3, 'case', 3],
      [2, 'edit', 2],
      [1, 'edit', 2],
    ])
  })

  it('have templates in versions, with the chosen columns', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { id } = await client.call(saveTestBedTemplate, { body: { engineId: engine.engineId, inputs: ['age'] } })
    await client.call(saveTestBedTemplate, { body: { templateId: id, name: 'All columns' } })
    const { items } = await client.call(getTestBedTemplateVersions, { params: { template: id } })
    expect(items.map(({ number, inputs }) => [number, inputs])).toEqual([
      [2, null],
      [1, ['age']],
    ])
    const file = await client.call(downloadTestBedTemplate, { params: { template: id }, query: { number: 1 } })
    const made = await client.call(uploadTestBed, {
      body: { engineId: engine.engineId },
      files: { file: { content: file.blob, fileName: 'From template.xlsx' } },
    })
    expect(made.version).toMatchObject({ noOfTest: 1, inputs: ['Age'] })
    const text = await client.call(downloadEngineTemplate, {
      params: { engine: engine.engineId },
      query: { format: 'csv' },
    })
    expect(await text.blob.text()).toContain(
      '#Case,#Weight,#Segment,Age,Sum,Expected: Premium\r\nExample,1,,40,10000,\r\n',
    )
    expect(await codeOf(client.call(saveTestBedTemplate, { body: { templateId: id, inputs: ['Colour'] } }))).toBe(
      'INVALID_INPUT',
    )
  })

  it('are hidden from those who do not see the engine, and kept from those who may only view it', async () => {
    const { person, engine } = await premiumTester(server())
    const { testbedId } = await uploaded(person, engine.engineId, lines)
    const other = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
    expect((await other.client.call(listTestBeds)).count).toBe(0)
    expect(await codeOf(other.client.call(getTestBed, { params: { testbed: testbedId } }))).toBe('TESTBED_NOT_FOUND')
    expect(await codeOf(other.client.call(deleteTestBed, { params: { testbed: testbedId } }))).toBe('TESTBED_NOT_FOUND')
  })
})

describe('runs', () => {
  it('give what Execute gives, and say what differs from what is expected', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const made = await uploaded(person, engine.engineId, [...lines, 'refused,7,1,'])
    const run = await ran(server(), person, { testbedId: made.testbedId })
    expect(run).toMatchObject({ status: 'Success', noOfTest: 5, done: 5, passed: 2, failed: 1, errors: 1, computed: 1 })
    const results = async (body = {}) => client.call(listTestResults, { params: { run: run.id }, body })
    const { items } = await results()
    expect(items.map(({ number, status, outputs }) => [number, status, outputs?.['Premium'] ?? null])).toEqual([
      [1, 'passed', 20],
      [2, 'passed', 10],
      [3, 'failed', 20],
      [4, 'computed', 1],
      [5, 'error', null],
    ])
    expect(items[2]).toMatchObject({ name: 'wrong', differing: ['Premium'], expected: { Premium: 21 } })
    expect(items[4]?.errors[0]?.key).toBe('Age')
    expect((await results({ status: ['failed'] })).items.map(({ number }) => number)).toEqual([3])
    expect((await results({ differing: 'Premium' })).count).toBe(1)
    expect((await results({ search: 'YOUNG' })).items.map(({ name }) => name)).toEqual(['young'])
    const { outputs } = await client.call(summariseTestRun, { params: { run: run.id } })
    expect(outputs).toEqual([expect.objectContaining({ name: 'Premium', differing: 1, numbers: 4, min: 1, max: 20 })])
    expect(
      (await client.call(listTestRuns, { body: { search: [{ field: 'testbedId', value: made.testbedId }] } })).count,
    ).toBe(1)
  })

  it('use the tolerance of an output, and can be downloaded', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const { testbedId } = await uploaded(person, engine.engineId, lines)
    const tolerances = { Premium: { absolute: 0, relative: 0.05 } }
    await client.call(saveTestBed, { body: { testbedId, name: 'Tolerant', tolerances } })
    const run = await ran(server(), person, { testbedId })
    expect(run).toMatchObject({ passed: 3, failed: 0 })
    const save = async (format: 'CSV' | 'Excel') => {
      const { taskQueueId } = await client.call(downloadTestRun, { params: { run: run.id }, body: { format } })
      await finished(server(), person, taskQueueId)
      const { type } = await client.call(getJob, { params: { job: taskQueueId } })
      const { blob } = await client.call(downloadJobFile, { params: { job: taskQueueId } })
      return { type, blob }
    }
    const text = await save('CSV')
    expect(text.type).toBe('TestbedResultCSV')
    expect(await text.blob.text()).toMatch(/3,wrong,,passed,[\d.]+,40,2000,20,21,,\r\n/)
    const book = await save('Excel')
    expect(book.type).toBe('TestbedResultExcel')
    expect(book.blob.size).toBeGreaterThan(1000)
  })

  it('of many cases equal single calls on a sample', async () => {
    const { person, engine } = await premiumTester(server())
    const { client } = person
    const many = Array.from({ length: 5_000 }, (_, i) => `${18 + (i % 80)},${100 + i}`)
    const { testbedId } = await uploaded(person, engine.engineId, ['Age,Sum', ...many], 'Many')
    const run = await ran(server(), person, { testbedId })
    expect(run).toMatchObject({ status: 'Success', done: 5_000, computed: 5_000 })
    const address = { product: engine.productId, engine: engine.engineId }
    for (const number of [1, 1999, 2000, 2001, 4321, 5000]) {
      const body = { page: number, pageSize: 1 }
      const { items, count } = await client.call(listTestResults, { params: { run: run.id }, body })
      expect(count).toBe(5_000)
      expect(items[0]?.number).toBe(number)
      const inputs = items[0]?.inputs ?? {}
      const { xOutput } = await client.call(executeEngine, { params: address, body: { request_data: { inputs } } })
      expect(items[0]?.outputs).toEqual(xOutput)
    }
  })
})
