import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readWorkbook } from '@sheetwright/compiler/read.ts'
import { downloadCallWorkbook } from '@sheetwright/contract/call-log/download-call-workbook.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { downloadOutput } from '@sheetwright/contract/execution/download-output.ts'
import { downloadOutputFile } from '@sheetwright/contract/execution/download-output-file.ts'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { describe, expect, it } from 'vitest'
import type { WorkbookSpec } from '../../../compiler/test/workbook-builder.ts'
import { openOffice } from '../../src/platform/office/office.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import { type SignedIn, type TestServer, useTestServer } from '../support/test-server.ts'
import { everyKindWorkbook, formulaWorkbook, slowWorkbook } from './spreadsheet-workbooks.ts'
import { premiumWorkbook, reportWorkbook, solveWorkbook } from './workbooks.ts'

const { isInstalled } = await openOffice('auto')

type Inputs = Record<string, unknown>

function run(person: SignedIn, { productId, engineId }: PublishedEngine, inputs: Inputs, meta: Inputs = {}) {
  return person.client.call(executeEngine, {
    params: { product: productId, engine: engineId },
    body: { request_data: { inputs }, request_meta: meta },
  })
}

async function batch(server: TestServer, person: SignedIn, { engineId }: PublishedEngine, inputs: readonly Inputs[]) {
  const answer = await fetch(`${server.origin}/${person.tenantName}/api/v4/execute`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ service: engineId, inputs }),
  })
  return (await answer.json()) as { outputs: Inputs[]; errors: ({ message: string }[] | null)[] }
}

/** The same workbook, computed by LibreOffice and by our own program. */
async function both(server: TestServer, person: SignedIn, workbook: WorkbookSpec) {
  const office = await publishedEngine(server, person, workbook, { engineType: 'Type3' })
  return { office, ours: await publishedEngine(server, person, workbook) }
}

function results(answer: Awaited<ReturnType<typeof run>>) {
  const { xOutput, validationErrors, engineWarnings, solveInputs, solves } = answer
  return { xOutput, validationErrors, engineWarnings, solveInputs, solves }
}

/** The results, or why the inputs were refused. The refusal's message names the engine, its errors the inputs. */
async function outcome(person: SignedIn, engine: PublishedEngine, inputs: Inputs, meta?: Inputs) {
  try {
    return results(await run(person, engine, inputs, meta))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error
    return { refused: error.fieldErrors }
  }
}

describe('an engine of type Type3 where LibreOffice is not installed', () => {
  const server = useTestServer()

  it('is refused with the reason', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, premiumWorkbook(), { engineType: 'Type3' })
    await expect(run(person, engine, {})).rejects.toMatchObject({
      code: 'ENGINE_TYPE_NOT_AVAILABLE',
      message: expect.stringContaining('LibreOffice'),
    })
  })
})

describe.runIf(isInstalled)('an engine of type Type3', () => {
  const server = useTestServer({
    SHEETWRIGHT_LIBREOFFICE: 'auto',
    SHEETWRIGHT_CALCULATION_SECONDS: '15',
    SHEETWRIGHT_CALCULATION_MB: '128',
  })

  it('answers as the same workbook of type Type1 does, record by record and in batches', async () => {
    const person = await server().signIn()
    const { office, ours } = await both(server(), person, everyKindWorkbook())
    const all: Inputs[] = [
      {},
      { Number: 5, Date: '2024-02-29', Time: '13:30:00', Flag: false, Text: 'é漢', Blank: '', Percent: 0.25 },
      { Number: '20', Date: 44_000, Flag: 'TRUE', Text: '=1+1', Blank: 'x' },
      // An error caused by another cell, and a value that is not found.
      { Number: 0 },
      { Number: 7, Blank: 3, Doubled: 100 },
      { Number: null, Text: null, Flag: null },
      { Kind: 'Tree', Item: 'oak' },
      { Kind: 'Tree', Item: 'apple' },
      { Kind: 'Stone' },
      { Number: 1500 },
      { Number: 2500 },
      { Number: 'many', Nothing: 1 },
      { People: [{ Name: 'Zoe', Share: 0.75, Smoker: true }] },
      {
        People: [
          { Name: 'Zoe', Share: 0.75, Smoker: false },
          { Name: '', Share: 0.2, Smoker: true },
        ],
      },
      {},
    ]
    for (const inputs of all) {
      const [theirs, own] = [await outcome(person, office, inputs), await outcome(person, ours, inputs)]
      expect({ inputs, ...theirs }).toEqual({ inputs, ...own })
    }
    const [first, second] = [await batch(server(), person, office, all), await batch(server(), person, ours, all)]
    expect(first.outputs).toEqual(second.outputs)
    expect(first.errors).toEqual(second.errors)
    for (const meta of [
      { requested_output: ['Later', 'Nowhere'] },
      { service_category: 'part' },
      { validate: false },
    ]) {
      const inputs = { Number: 1500, Day: '2020-01-01' }
      expect(await outcome(person, office, inputs, meta)).toEqual(await outcome(person, ours, inputs, meta))
    }
  })

  it('seeks goals', async () => {
    const person = await server().signIn()
    const { office, ours } = await both(server(), person, solveWorkbook())
    for (const inputs of [{ Wanted: 81 }, { Wanted: -1 }, {}]) {
      expect(results(await run(person, office, inputs, { debug_solve: true }))).toEqual(
        results(await run(person, ours, inputs, { debug_solve: true })),
      )
    }
  })

  it('gives its workbook with inputs and results in place, and its reports', async () => {
    const person = await server().signIn()
    const seeking = await publishedEngine(server(), person, solveWorkbook(), { engineType: 'Type3' })
    const { callId } = await run(person, seeking, { Wanted: 81 })
    const params = { product: seeking.productId, engine: seeking.engineId }
    const past = await person.client.call(downloadCallWorkbook, { params: { ...params, call: callId } })
    const { workbook } = await readWorkbook(new Uint8Array(await past.blob.arrayBuffer()))
    expect(workbook?.sheets[0]?.cells.get(0, 3)).toMatchObject({ kind: 'constant', value: expect.closeTo(9, 6) })
    expect(workbook?.sheets[0]?.cells.get(1, 3)).toMatchObject({ kind: 'formula', saved: expect.closeTo(81, 6) })
    expect(workbook?.sheets[0]?.cells.get(2, 3)).toMatchObject({ kind: 'constant', value: 81 })

    const quoting = await publishedEngine(server(), person, reportWorkbook(), { engineType: 'Type3' })
    const address = { product: quoting.productId, engine: quoting.engineId }
    const made = await person.client.call(downloadOutput, {
      params: address,
      body: { request_data: { inputs: {} }, report: 'quote' },
    })
    const output = made.url.split('/').at(-1) as string
    const { blob } = await person.client.call(downloadOutputFile, { params: { ...address, output } })
    expect((await blob.text()).startsWith('%PDF-')).toBe(true)
  })

  it('starts every record of a workbook that iterates from what the file says', async () => {
    const person = await server().signIn()
    const workbook: WorkbookSpec = {
      ...formulaWorkbook('A2+A1', 0),
      calculation: 'iterate="1" iterateCount="5" iterateDelta="0.001"',
    }
    const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
    const { outputs } = await batch(server(), person, engine, [{ Given: 2 }, { Given: 2 }])
    expect(outputs[1]).toEqual(outputs[0])
  })

  it('is stopped when its time is up, and the next call is computed', async () => {
    const own = await server().signIn()
    const engine = await publishedEngine(server(), own, slowWorkbook(), { engineType: 'Type3' })
    const quick = await run(own, engine, { Rows: 2 })
    await expect(run(own, engine, { Rows: 1_000_000 })).rejects.toMatchObject({ code: 'CALCULATION_LIMIT_EXCEEDED' })
    expect((await run(own, engine, { Rows: 2 })).xOutput).toEqual(quick.xOutput)
  })

  it('is stopped when it needs more memory than it may have, and costs no other record its result', async () => {
    const person = await server().signIn()
    const workbook = formulaWorkbook('SUMPRODUCT(ROW(INDIRECT("1:"&A1))*COLUMN(A1:AZ1))', 1378)
    const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
    const { outputs, errors } = await batch(server(), person, engine, [{ Given: 1 }, { Given: 1e6 }, { Given: 2 }])
    expect(outputs.map((output) => output['Result'])).toEqual([1378, undefined, 4134])
    expect(errors[1]?.[0]?.message).toContain('memory')
    await expect(run(person, engine, { Given: 1e6 })).rejects.toMatchObject({ code: 'CALCULATION_LIMIT_EXCEEDED' })
  })

  it('says with each result that LibreOffice has a clock of its own', async () => {
    const person = await server().signIn()
    const engine = await publishedEngine(server(), person, formulaWorkbook('A1+0*NOW()', 1), { engineType: 'Type3' })
    const { xOutput, engineWarnings } = await run(person, engine, { Given: 4 })
    expect(xOutput).toMatchObject({ Result: 4 })
    expect(engineWarnings).toEqual([{ key: 'Calc!A2', value: expect.stringContaining('NOW') as string }])
  })

  it('takes inputs on sheets that are protected', async () => {
    const person = await server().signIn()
    const { sheets, names = [] } = formulaWorkbook('IF(ISBLANK(A1),"blank",A1*2)', 2)
    const protection = '<sheetProtection password="CC1A" sheet="1" objects="1" scenarios="1"/>'
    const workbook = { sheets: sheets.map((sheet) => ({ ...sheet, afterXml: protection })), names }
    const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
    const { outputs } = await batch(server(), person, engine, [{ Given: 4 }, { Given: null }, {}])
    expect(outputs.map((output) => output['Result'])).toEqual([8, 'blank', 2])
  })

  it('is not computed where LibreOffice would only guess', async () => {
    const person = await server().signIn()
    for (const [formula, what] of [
      ['IFERROR(MYFUNCTION(A1),7)', 'MYFUNCTION'],
      ['IFERROR(_xlfn.WEBSERVICE("http://127.0.0.1/"&A1),7)', 'outside'],
      ['IFERROR([1]Missing!$A$1,7)+A1', 'another workbook'],
    ] as const) {
      const workbook: WorkbookSpec = {
        ...formulaWorkbook(formula, 7),
        externalLinks: [{ target: 'file:///etc/passwd', xml: externalLink }],
      }
      const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
      await expect(run(person, engine, { Given: 2 })).rejects.toMatchObject({
        code: 'WORKBOOK_BEYOND_ENGINE_TYPE',
        message: expect.stringContaining(what),
      })
    }
  })

  it('fetches nothing, not even for cells that no result needs', async () => {
    let asked = 0
    const outside = createServer((_request, response) => {
      asked++
      response.end('fetched')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = outside.address() as AddressInfo
      const person = await server().signIn()
      const { sheets, names = [] } = formulaWorkbook('A1*2', 2)
      const formula = `_xlfn.WEBSERVICE("http://127.0.0.1:${port}/"&Calc!A1)`
      const workbook = { sheets: [...sheets, { name: 'Aside', cells: { A1: { formula, value: '' } } }], names }
      const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
      expect((await run(person, engine, { Given: 3 })).xOutput).toMatchObject({ Result: 6 })
      expect(asked).toBe(0)
    } finally {
      outside.close()
    }
  })

  it('reads no other files, wherever its formulas point', async () => {
    const person = await server().signIn()
    const workbook = formulaWorkbook('IFERROR(INDIRECT("\'file:///etc/passwd\'#$passwd.A"&A1)&"","")', '')
    const engine = await publishedEngine(server(), person, workbook, { engineType: 'Type3' })
    const { xOutput } = await run(person, engine, { Given: 1 })
    expect(String(xOutput['Result'])).not.toContain('root')
  })

  it('of one tenant has nothing of what another one gave, though the workbooks are the same', async () => {
    const [one, other] = [await server().signIn(), await server().signIn()]
    const workbook = premiumWorkbook()
    const first = await publishedEngine(server(), one, workbook, { engineType: 'Type3' })
    const second = await publishedEngine(server(), other, workbook, { engineType: 'Type3' })
    const [changed, untouched] = await Promise.all([
      run(one, first, { Sum: 5000, Age: 30, Cover: 'Full' }),
      run(other, second, {}),
    ])
    expect(changed.xOutput['Premium']).toBe(260)
    expect(untouched.xOutput['Premium']).toBe(28)
  })
})

const externalLink =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"><sheetNames><sheetName val="Other"/></sheetNames></externalBook></externalLink>'
