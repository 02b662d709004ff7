import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createContext, type Context, Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { executeEngine } from '@sheetwright/contract/execution/execute-engine.ts'
import { updateEngine } from '@sheetwright/contract/engines/update-engine.ts'
import { downloadPackage } from '@sheetwright/contract/sdk/download-package.ts'
import { generateSdk } from '@sheetwright/contract/sdk/generate-sdk.ts'
import { getPackage } from '@sheetwright/contract/sdk/get-package.ts'
import type { PackageKind } from '@sheetwright/contract/sdk/package.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlFunction } from '../../src/features/sdk/make/sql/sql-function.ts'
import { waitForJob } from '../../src/platform/jobs/wait-for-job.ts'
import { workbookFile, type WorkbookSpec } from '../../demo/workbook-file.ts'
import { premiumWorkbook, useEngineServer } from '../engines/engine-server.ts'
import { type PublishedEngine, publishedEngine } from '../support/published-engine.ts'
import type { SignedIn } from '../support/test-server.ts'
import { unzipTo } from '../support/unzip-to.ts'

const server = useEngineServer()
type Row = Record<string, unknown>
type Inputs = Record<string, unknown>

describe('an engine as a SQL function', () => {
  let folder = ''
  let person: SignedIn
  let engine: PublishedEngine
  let motor: PublishedEngine

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-sql-test-'))
    person = await server().signIn({ groups: ['supervisor:pf'] })
    engine = await publishedEngine(server(), person, new Uint8Array(await workbookFile(difficultWorkbook())))
    const file = path.join(import.meta.dirname, '../../demo/Motor premium.xlsx')
    motor = await publishedEngine(server(), person, new Uint8Array(await readFile(file)))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const addressOf = ({ productId, engineId }: PublishedEngine) => ({ product: productId, engine: engineId })
  const allow = (of: PublishedEngine, mayLeave = true) =>
    person.client.call(updateEngine, { params: addressOf(of), body: { mayLeave } })

  async function packageOf(of: PublishedEngine, kind: PackageKind) {
    const params = { ...addressOf(of), version: '1.0.0' }
    const { id, jobId } = await person.client.call(generateSdk, { params, body: { kind } })
    const { tenantId, userId } = person
    await waitForJob(server().services, { tenantId, userId, jobId: jobId ?? '' }, new AbortController().signal)
    return person.client.call(getPackage, { params: { ...addressOf(of), package: id } })
  }

  async function fileOf(of: PublishedEngine, kind: PackageKind): Promise<{ sql: string; library: string }> {
    const { id, status, failureReason } = await packageOf(of, kind)
    expect({ status, failureReason }).toEqual({ status: 'Success', failureReason: null })
    const params = { ...addressOf(of), package: id }
    const { blob, fileName = '' } = await person.client.call(downloadPackage, { params })
    const bytes = Buffer.from(await blob.arrayBuffer())
    if (fileName.endsWith('.sql')) return { sql: bytes.toString(), library: '' }
    const zip = path.join(folder, fileName)
    await writeFile(zip, bytes)
    const unpacked = path.join(folder, 'unpacked')
    await unzipTo(unpacked, zip)
    const base = path.join(unpacked, fileName.replace(/-bigquery\.zip$/, ''))
    return { sql: await readFile(`${base}.sql`, 'utf8'), library: await readFile(`${base}.js`, 'utf8') }
  }

  /** Execute's outputs, null where an output is an error. */
  async function executed(of: PublishedEngine, inputs: Inputs): Promise<Row | undefined> {
    const { xOutput } = await person.client.call(executeEngine, {
      params: addressOf(of),
      body: { request_data: { inputs }, request_meta: { call_purpose: 'test' } },
    })
    const isError = (value: unknown) => typeof value === 'string' && /^#[A-Z/0!]+$/.test(value)
    return Object.fromEntries(Object.entries(xOutput).map(([key, value]) => [key, isError(value) ? null : value]))
  }

  test('is refused until the author lets the engine be handed out', async () => {
    const params = { ...addressOf(engine), version: '1.0.0' }
    await expect(person.client.call(generateSdk, { params, body: { kind: 'sql-snowflake' } })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  })

  const inputsOfEngine: readonly Inputs[] = [
    { Age: 44, Sum: 12_345.67, Start: '2024-02-29', お客様: 'O\'Hara $$ \\ "x"', order: true },
    { Age: 20, Sum: 0, Start: '2026-01-01', お客様: '山田', order: false },
    { Age: 30, Sum: null, Start: null, お客様: null, order: null },
  ]
  const argsOfEngine = (inputs: Inputs) => [
    inputs['Age'],
    inputs['Sum'],
    inputs['Start'],
    inputs['お客様'],
    inputs['order'],
    '2026-03-01T00:00:00Z',
    1,
  ]
  const columnsOfEngine = {
    Premium: 'premium',
    Ratio: 'ratio',
    Greeting: 'greeting',
    End: 'end_',
    Premium_2: 'premium_2',
    Link: 'link',
    Day: 'day',
  }

  async function expectSame(call: (values: readonly unknown[]) => Row, named: (column: string) => string) {
    for (const inputs of inputsOfEngine) {
      const row = call(argsOfEngine(inputs))
      const expected = await executed(engine, inputs)
      for (const [output, column] of Object.entries(columnsOfEngine)) {
        expect([inputs, output, row[named(column)] ?? null]).toEqual([inputs, output, expected?.[output] ?? null])
      }
      expect(row[named('sheetwright_status')]).toBe('success')
    }
    // The workbook's own validation refuses this age.
    const refused = call(argsOfEngine({ ...inputsOfEngine[0], Age: 7 }))
    expect(refused[named('sheetwright_status')]).toBe('refused')
    expect(refused[named('premium')]).toBeNull()
    expect(JSON.stringify(refused[named('sheetwright_errors')])).toContain('Age')
  }

  test('PostgreSQL: exactly the body of the function computes what Execute gives', async () => {
    await allow(engine)
    const { sql } = await fileOf(engine, 'sql-postgresql')
    const [, parameters = '', tag = ''] =
      /CREATE OR REPLACE FUNCTION \w+\(\n([^)]*)\n\) RETURNS TABLE[^$]*AS (\$sheetwright\d*\$)/.exec(sql) ?? []
    const body = sql.split(tag)[1] ?? ''
    expect(parameters).toContain('age double precision')
    expect(parameters).toContain('start_ text')
    expect(parameters).toContain('input_4 text')
    expect(parameters).toContain('order_ boolean')
    const names = parameters.split(',\n').map((line) => line.trim().split(' ')[0] ?? '')
    const context = bareContext()
    const compiled = `(values) => (function (${names.join(', ')}) {${body}})(...values)[0]`
    await expectSame(inContext(context, compiled), (column) => column)
    // PostgreSQL parses the statements, with an available language in place of plv8 and a body that it does not run.
    const client = new Client({ connectionString: server().environment['DATABASE_URL'] })
    await client.connect()
    try {
      await client.query('BEGIN; SET LOCAL check_function_bodies = off')
      const [definition = '', query = ''] = sql.split('-- Each case passes')
      await client.query(definition.replace('LANGUAGE plv8', 'LANGUAGE plpgsql'))
      await client.query(`EXPLAIN ${query.slice(query.indexOf('\n'))}`)
    } finally {
      await client.end()
    }
    expect(sql).toMatch(/COMMENT ON FUNCTION .*\n?.*Version 1\.0\.0/)
    expect(sql).toMatch(/Workbook SHA-256 [0-9a-f]{64}/)
    expect(sql).toContain("SELECT 'defaults' AS test_case")
  })

  test('Snowflake: exactly the handler computes what Execute gives', async () => {
    const { sql } = await fileOf(engine, 'sql-snowflake')
    const body = snowflakeBody(sql)
    expect(gzipSync(body).length).toBeLessThan(100 * 1024)
    const names = ['AGE', 'SUM', 'START_', 'INPUT_4', 'ORDER_', 'AS_OF', 'SEED']
    for (const name of names) expect(sql).toMatch(new RegExp(`^  ${name} (FLOAT|VARCHAR|BOOLEAN),?$`, 'm'))
    const compiled = `(() => {
      const handler = (${body})
      handler.initialize({}, {})
      return (values) => {
        const rows = []
        const row = Object.fromEntries(${JSON.stringify(names)}.map((name, i) => [name, values[i] ?? undefined]))
        handler.processRow(row, { writeRow: (written) => rows.push(written) }, {})
        return rows[0]
      }
    })()`
    await expectSame(inContext(bareContext(), compiled), (column) => column.toUpperCase())
    await allow(motor)
    expect((await fileOf(motor, 'sql-snowflake')).sql).toContain('Snowflake recommends 100 KB')
  })

  test('what a database would not take is refused with its size or its number of inputs', async () => {
    const order = {
      names: { npm: 'large', python: 'large', version: '1.0.0', title: 'Large' },
      settings: { locale: 'en-US', inputNames: {}, outputNames: {} },
      inputs: [],
      outputs: [],
      about: [],
      cases: { options: { now: '2026-01-01T00:00:00Z', seed: 1 }, cases: [] },
    }
    const program = `export const data = "${randomBytes(200_000).toString('hex')}"`
    await expect(sqlFunction('sql-snowflake', { ...order, program })).rejects.toThrow(
      /^The JavaScript of the function, compressed, has \d+ KB; 100 KB are allowed\.$/,
    )
    const input = { name: 'A', originalName: 'A', description: '', cell: 'S!A1', shape: 'cell', default: 1 } as const
    const inputs = Array.from({ length: 99 }, () => input)
    await expect(sqlFunction('sql-postgresql', { ...order, program, inputs })).rejects.toThrow(
      'The engine has 99 inputs; a function may have 98 beside as_of and seed.',
    )
  })

  test('BigQuery: exactly library and body compute what Execute gives', async () => {
    const { sql, library } = await fileOf(engine, 'sql-bigquery')
    const [, parameters = '', body = ''] =
      /CREATE OR REPLACE FUNCTION DATASET\.\w+\(\n([^)]*)\n\) RETURNS STRUCT<[^]*AS r"""([^]*?)""";/.exec(sql) ?? []
    const names = parameters.split(',\n').map((line) => line.trim().split(' ')[0] ?? '')
    const context = bareContext()
    new Script(library).runInContext(context)
    const compiled = `(values) => (function (${names.join(', ')}) {${body}})(...values)`
    await expectSame(inContext(context, compiled), (column) => column)
    expect(Buffer.byteLength(body)).toBeLessThan(32 * 1024)
    const made = await fileOf(motor, 'sql-bigquery')
    expect(Buffer.byteLength(made.library)).toBeLessThan(1024 * 1024)
  })
})

/** Only the language of 2022: databases do not have the newest JavaScript engine. */
function bareContext(): Context {
  const context = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  new Script(`
    for (const name of ['toReversed', 'toSorted', 'toSpliced', 'with']) delete Array.prototype[name]
    for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
      delete Iterator.prototype[name]
    for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'])
      delete Set.prototype[name]
    delete String.prototype.isWellFormed; delete String.prototype.toWellFormed
    delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete globalThis.Iterator; delete globalThis.console`).runInContext(
    context,
  )
  return context
}

function inContext(context: Context, expression: string): (values: readonly unknown[]) => Row {
  new Script(`globalThis.tried = ${expression}`).runInContext(context)
  return (values) => {
    const given = JSON.stringify(JSON.stringify(values))
    const text = new Script(`JSON.stringify(tried(JSON.parse(${given})))`).runInContext(context) as string
    return JSON.parse(text) as Row
  }
}

/** The text after AS, in dollar or single quotes. */
function snowflakeBody(sql: string): string {
  const from = sql.slice(sql.indexOf('\nAS ') + 4)
  if (from.startsWith('$$')) return from.slice(2, from.indexOf('$$', 2))
  const [, quoted = ''] = /^'((?:[^'\\]|\\[^])*)'/.exec(from) ?? []
  return quoted.replace(/\\([^])/g, '$1')
}

function difficultWorkbook(): WorkbookSpec {
  const { sheets, names, ...rest } = premiumWorkbook()
  const day = 'yyyy-mm-dd'
  const more: WorkbookSpec['sheets'][number]['cells'] = {
    B5: { content: 45_000, format: day },
    B6: "it's $$",
    B7: true,
    B8: { formula: '=B4/(B1-20)', saved: 5 },
    B9: { formula: '=IF(B7,"Dear ","$$ \\ \'")&B6', saved: "Dear it's $$" },
    B10: { content: { formula: '=EDATE(B5,12)', saved: 45_366 }, format: day },
    B11: { formula: '=ROUND(B4*1.1,2)', saved: 110 },
    B12: { formula: '=ENCODEURL(B6)', saved: 'it%27s%20%24%24' },
    B13: { formula: '=DATEVALUE("31 Jan 20"&B1)', saved: 49_705 },
  }
  return {
    ...rest,
    sheets: sheets.map((sheet) => ({ ...sheet, cells: { ...sheet.cells, ...more } })),
    names: [
      ...names,
      { name: 'Xinput_Start', refersTo: 'Premium!$B$5' },
      { name: 'Xinput_お客様', refersTo: 'Premium!$B$6' },
      { name: 'Xinput_order', refersTo: 'Premium!$B$7' },
      { name: 'Xoutput_Ratio', refersTo: 'Premium!$B$8' },
      { name: 'Xoutput_Link', refersTo: 'Premium!$B$12' },
      { name: 'Xoutput_Day', refersTo: 'Premium!$B$13' },
      { name: 'Xoutput_Greeting', refersTo: 'Premium!$B$9' },
      { name: 'Xoutput_End', refersTo: 'Premium!$B$10' },
      { name: 'Xoutput_Premium_2', refersTo: 'Premium!$B$11' },
    ],
  }
}
