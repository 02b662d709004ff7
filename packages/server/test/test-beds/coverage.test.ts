import { getCoverage } from '@sheetwright/contract/test-beds/get-coverage.ts'
import { saveTestBed } from '@sheetwright/contract/test-beds/save-test-bed.ts'
import { saveTestCases } from '@sheetwright/contract/test-beds/save-test-cases.ts'
import { expect, it } from 'vitest'
import { workbookFile } from '../../demo/workbook-file.ts'
import { premiumWorkbook, useEngineServer } from '../engines/engine-server.ts'
import { codeOf } from '../engines/code-of.ts'
import { publishedEngine } from '../support/published-engine.ts'
import { uploaded } from './support.ts'

const server = useEngineServer()

it('tells which branches and rows no case exercises, and proposes cases that do', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const cells = {
    D1: 'A',
    E1: 1,
    D2: 'B',
    E2: 2,
    A5: 'Class',
    B5: 'A',
    B6: { formula: '=VLOOKUP(B5,D1:E2,2,FALSE)', saved: 1 },
    B4: { formula: '=B2*B3*IF(B1<25,2,1)*B6', saved: 100 },
    B9: { formula: '=B2*9', saved: 90_000 },
  }
  const names = [{ name: 'Xinput_Class', refersTo: 'Premium!$B$5' }]
  const workbook = new Uint8Array(await workbookFile(premiumWorkbook({ cells, names })))
  const engine = await publishedEngine(server(), person, workbook)
  const made = await uploaded(person, engine.engineId, ['Age,Class', '40,A', '50,A'])
  const ask = () => person.client.call(getCoverage, { params: { testbed: made.testbedId }, query: {} })

  const before = await ask()
  expect(before).toMatchObject({
    noOfTest: 2,
    looked: 2,
    refused: 0,
    // A formula that feeds no output does not count.
    formulas: { total: 2, covered: 2 },
    branches: { total: 2, covered: 1 },
    rows: { total: 2, covered: 1 },
    tables: [{ range: 'Premium!D1:E2', missing: ['Premium!D2:E2'] }],
  })
  expect(before.decisions).toMatchObject([
    { cell: 'Premium!B4', function: 'IF', condition: 'B1<25', outcomes: [{ isCovered: false }, { isCovered: true }] },
  ])
  expect(before.cells).toContainEqual({ range: 'Premium!B4', state: 'partly' })
  const added = before.proposals.map(({ inputs }) => ({ inputs }))
  expect(added.length).toBeGreaterThan(0)

  await person.client.call(saveTestCases, {
    params: { testbed: made.testbedId },
    body: { testbedVersionId: made.testbedVersionId, added },
  })
  expect(await ask()).toMatchObject({ branches: { covered: 2 }, rows: { covered: 2 }, decisions: [], proposals: [] })
})

it('has nothing to tell of a test bed without cases, or of another tenant', async () => {
  const person = await server().signIn({ groups: ['supervisor:pf'] })
  const workbook = new Uint8Array(await workbookFile(premiumWorkbook()))
  const engine = await publishedEngine(server(), person, workbook)
  const testBed = await person.client.call(saveTestBed, { body: { engineId: engine.engineId, name: 'Empty' } })
  const params = { testbed: testBed.id }
  expect(await codeOf(person.client.call(getCoverage, { params, query: {} }))).toBe('TESTBED_VERSION_NOT_FOUND')
  const other = await server().signIn({ groups: ['supervisor:pf'] })
  expect(await codeOf(other.client.call(getCoverage, { params, query: {} }))).toBe('TESTBED_NOT_FOUND')
})
