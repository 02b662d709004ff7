import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DuckDBInstance } from '@duckdb/node-api'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { createApiKey } from '@sheetwright/contract/api-keys/create-api-key.ts'
import { listAudit } from '@sheetwright/contract/audit/list-audit.ts'
import type { KeyScope } from '@sheetwright/contract/call.ts'
import { type Client, createClient } from '@sheetwright/contract/client.ts'
import { saveFile } from '@sheetwright/contract/files/save-file.ts'
import { cancelPortfolio } from '@sheetwright/contract/portfolios/cancel-portfolio.ts'
import { checkPortfolio } from '@sheetwright/contract/portfolios/check-portfolio.ts'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import { getPortfolioRun } from '@sheetwright/contract/portfolios/get-portfolio-run.ts'
import { listPortfolioRuns } from '@sheetwright/contract/portfolios/list-portfolio-runs.ts'
import type { PortfolioFile, PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import { startPortfolio } from '@sheetwright/contract/portfolios/start-portfolio.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPortfolioRun } from '../../src/features/portfolios/portfolio-run.store.ts'
import { openResultsCsv } from '../../src/features/portfolios/results-csv.ts'
import { sheetsFile } from '../../src/platform/workbook/sheets-file.ts'
import { codeOf } from '../engines/code-of.ts'
import { useEngineServer } from '../engines/engine-server.ts'
import type { PublishedEngine } from '../support/published-engine.ts'
import type { SignedIn } from '../support/test-server.ts'
import { finished, premiumTester } from '../test-beds/support.ts'

const server = useEngineServer()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-portfolio-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function database() {
  return (await DuckDBInstance.create(':memory:')).connect()
}

interface Tester {
  readonly person: SignedIn
  readonly engine: PublishedEngine
}

function checked({ person, engine }: Tester, content: Blob, fileName: string, body: object = {}) {
  return person.client.call(checkPortfolio, {
    params: { product: engine.productId, engine: engine.engineId },
    body,
    files: { file: { content, fileName } },
  })
}

async function ran(tester: Tester, content: Blob, fileName: string, body: object = {}): Promise<PortfolioRun> {
  const { person } = tester
  const { id } = await checked(tester, content, fileName, body)
  const { jobId } = await person.client.call(startPortfolio, { params: { run: id } })
  await finished(server(), person, jobId ?? '')
  return person.client.call(getPortfolioRun, { params: { run: id } })
}

async function file({ client }: SignedIn, run: string, part: PortfolioFile): Promise<Blob> {
  return (await client.call(downloadPortfolio, { params: { run, part } })).blob
}

/** The rows of the results, from Parquet. */
async function rows(person: SignedIn, run: string): Promise<Record<string, unknown>[]> {
  const target = path.join(folder, `${run}.parquet`)
  await writeFile(target, Buffer.from(await (await file(person, run, 'parquet')).arrayBuffer()))
  const answer = await (await database()).runAndReadAll(`SELECT * FROM read_parquet('${target}')`)
  return answer.getRowObjectsJson()
}

/** Four downloads as CSV at once are allowed to a tenant. */
async function takeTurns(tenantId: string, id: string): Promise<void> {
  const { db, files } = server().services
  const run = await db.inTenant(tenantId, (tx) => readPortfolioRun(tx, id))
  const { signal } = new AbortController()
  if (run === undefined || run.parquetHash === null) throw new Error('The run has no results')
  const { parquetHash } = run
  const open = () => openResultsCsv(files, tenantId, run, parquetHash, signal)
  const downloads = await Promise.all([open(), open(), open(), open()])
  await expect(open()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 30 })
  for (const download of downloads) download.destroy()
  await once(downloads[3], 'close')
  expect((await buffer(await open())).toString().split('\n')).toHaveLength(5002)
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError) || error.code !== 'INVALID_PORTFOLIO') throw new Error('It was not refused')
  return error.message
}

describe('portfolios', () => {
  it('tell how their columns fit, and give a result or a reason for every row', async () => {
    const tester = await premiumTester(server())
    const { client } = tester.person
    const content = new Blob(['policy,AGE,Sum\nP1,20,1000\n\nP2,old,1000\nP3,30\nP4,40,2000\n'])
    const run = await checked(tester, content, 'policies.csv')
    expect(run).toMatchObject({ status: 'Checked', jobId: null, records: 0, fileName: 'policies.csv' })
    expect(run.fit.columns).toEqual([
      { name: 'policy', input: null, example: 'P1' },
      { name: 'AGE', input: 'Age', example: '20' },
      { name: 'Sum', input: 'Sum', example: '1000' },
    ])
    const started = await client.call(startPortfolio, { params: { run: run.id } })
    await expect(codeOf(client.call(startPortfolio, { params: { run: run.id } }))).resolves.toBe(
      'PORTFOLIO_RUN_STARTED',
    )
    await finished(server(), tester.person, started.jobId ?? '')
    const done = await client.call(getPortfolioRun, { params: { run: run.id } })
    expect(done).toMatchObject({ status: 'Success', progress: 100, records: 4, refused: 2, hasFiles: true })
    expect(done.firstErrors).toMatchObject([
      { row: 4, column: 'Age' },
      { row: 5, column: '', reason: 'Row 5 has 2 values, the first one 3.' },
    ])
    expect(await rows(tester.person, run.id)).toMatchObject([
      { policy: 'P1', AGE: '20', Premium: 20, sheetwright_row: 2, sheetwright_status: 'success' },
      { policy: 'P2', AGE: 'old', Premium: null, sheetwright_row: 4, sheetwright_status: 'refused' },
      { policy: null, Premium: null, sheetwright_row: 5, sheetwright_status: 'refused' },
      { policy: 'P4', Premium: 20, sheetwright_row: 6, sheetwright_status: 'success' },
    ])
    const csv = (await (await file(tester.person, run.id, 'csv')).text()).split('\n')
    expect(csv[0]).toBe('policy,AGE,Sum,Premium,sheetwright_row,sheetwright_status,sheetwright_errors')
    expect(csv[1]).toBe('P1,20,1000,20,2,success,')
    const errors = (await (await file(tester.person, run.id, 'errors')).text()).trimEnd().split('\n')
    expect(errors[0]).toBe('row,column,reason')
    expect(errors.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['4', 'Age'],
      ['5', ''],
    ])
    const audit = await client.call(listAudit, { body: { search: [{ field: 'action', value: 'engine.portfolio' }] } })
    expect(audit.items[0]).toMatchObject({ after: { fileName: 'policies.csv', runId: run.id } })
    const list = { search: [{ field: 'engineId' as const, value: tester.engine.engineId }] }
    expect((await client.call(listPortfolioRuns, { body: list })).items).toMatchObject([{ id: run.id }])
  })

  it('are read as NDJSON', async () => {
    const tester = await premiumTester(server())
    const lines = new Blob(['{"id":1,"Age":20,"Sum":1000}\n{"id":2,"Age":40,"Sum":1000}\n'])
    const { id } = await ran(tester, lines, 'policies.jsonl')
    expect((await rows(tester.person, id)).map(({ Premium }) => Premium)).toEqual([20, 10])
  })

  it('are read as Excel, from an upload or the file manager', async () => {
    const tester = await premiumTester(server())
    const { person, engine } = tester
    const table = Array.from({ length: 1_500 }, (_, i) => [`P${i}`, 40, i])
    const bytes = await buffer(sheetsFile([{ name: 'Policies', rows: [['id', 'Age', 'Sum'], ...table] }]))
    const content = new Blob([new Uint8Array(bytes)])
    const given = await checked(tester, content, 'policies.xlsx')
    expect(given.fit.columns.map(({ input }) => input)).toEqual([null, 'Age', 'Sum'])
    const files = { File: { content, fileName: 'stored.xlsx' } }
    const stored = await person.client.call(saveFile, { body: {}, files })
    const run = await person.client.call(checkPortfolio, {
      params: { product: engine.productId, engine: engine.engineId },
      body: { fileId: stored.id, start: 'true', keepInputs: 'false' },
      files: {},
    })
    await finished(server(), person, run.jobId ?? '')
    const results = await rows(person, run.id)
    expect(results.map(({ Premium }) => Premium)).toEqual(table.map((_, i) => expect.closeTo(i * 0.01)))
    const own = ['sheetwright_row', 'sheetwright_status', 'sheetwright_errors']
    expect(Object.keys(results[0] ?? {})).toEqual(['id', 'Premium', ...own])
  })

  it('are read as Parquet, and keep the types of their columns', async () => {
    const tester = await premiumTester(server())
    const source = path.join(folder, 'p.parquet')
    const table = `SELECT DATE '2026-01-01' + i::INT AS begins, i::BIGINT AS id, 30 AS "Age", i * 100.0 AS "Sum" FROM range(5000) t(i)`
    await (await database()).run(`COPY (${table}) TO '${source}' (FORMAT parquet)`)
    const { id } = await ran(tester, new Blob([new Uint8Array(await readFile(source))]), 'policies.parquet')
    const typed = await rows(tester.person, id)
    expect(typed).toHaveLength(5000)
    expect(typed[4999]).toMatchObject({ begins: '2039-09-09', id: '4999', Premium: 4999, sheetwright_row: 5000 })
    const csv = (await (await file(tester.person, id, 'csv')).text()).trimEnd().split('\n')
    expect(csv).toHaveLength(5001)
    expect(csv[0]).toBe('begins,id,Age,Sum,Premium,sheetwright_row,sheetwright_status,sheetwright_errors')
    expect(csv[5000]).toBe('2039-09-09,4999,30,499900.0,4999,5000,success,')
    await takeTurns(tester.person.tenantId, id)
  })

  it('are refused in words if they cannot be run', async () => {
    const tester = await premiumTester(server())
    const told = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
      messageOf(checked(tester, new Blob([content]), name))
    expect(await told('x', 'policies.pdf')).toContain('.csv, .ndjson, .jsonl, .xlsx or .parquet')
    expect(await told('a,b\n1,2\n', 'policies.csv')).toBe(
      'No column of the portfolio is an input of the workbook. Its inputs: Age, Sum.',
    )
    expect(await told('Age,Age\n1,2\n', 'policies.csv')).toContain('"Age" stands twice')
    expect(await told('Age,AGE\n1,2\n', 'policies.csv')).toContain('are the same input')
    expect(await told('Age,Sum\n', 'policies.csv')).toContain('no records')
    expect(await told('', 'policies.csv')).toContain('empty')
    expect(await told(new Uint8Array([0x41, 0x67, 0x65, 0x0a, 0xff, 0xfe, 0x0a]), 'policies.csv')).toContain('UTF-8')
    expect(await told('no workbook', 'policies.xlsx')).not.toBe('')
    expect(await told('PAR1', 'policies.parquet')).toContain('not a Parquet file')
    expect(await told('[1]\n', 'policies.ndjson')).toContain('no JSON object')
    const { client } = tester.person
    const params = { product: tester.engine.productId, engine: tester.engine.engineId }
    await expect(codeOf(client.call(checkPortfolio, { params, body: {}, files: {} }))).resolves.toBe('INVALID_INPUT')
  })

  it('are run with an API key, which sees no other runs', async () => {
    const tester = await premiumTester(server())
    const { person } = tester
    const clientOf = async (name: string, scopes: KeyScope[]) => {
      const made = await person.client.call(createApiKey, { body: { name, group: 'supervisor:pf', scopes } })
      const headers = { 'x-synthetic-key': made.key, 'x-tenant-name': person.tenantName }
      return createClient({ baseUrl: server().origin, headers: () => headers })
    }
    const portal = await clientOf('Portal', ['execute'])
    const asPortal = { ...tester, person: { ...person, client: portal } }
    const run = await checked(asPortal, new Blob(['Age,Sum\n20,1000\n']), 'policies.csv', { start: 'true' })
    expect(run.createdBy).toBe('Portal')
    await finished(server(), person, run.jobId ?? '')
    await expect(portal.call(getPortfolioRun, { params: { run: run.id } })).resolves.toMatchObject({
      status: 'Success',
      records: 1,
    })
    expect(await rows(asPortal.person, run.id)).toMatchObject([{ Premium: 20 }])
    await expect(portal.call(cancelPortfolio, { params: { run: run.id } })).resolves.toMatchObject({ id: run.id })

    const ofPerson = await checked(tester, new Blob(['Age,Sum\n20,1000\n']), 'policies.csv')
    const list = async (client: Client) =>
      (await client.call(listPortfolioRuns, { body: {} })).items.map(({ id }) => id)
    expect(await list(portal)).toEqual([run.id])
    expect(await list(person.client)).toEqual([ofPerson.id, run.id])
    expect(await list(await clientOf('Other', ['execute']))).toEqual([])
    expect(await codeOf(portal.call(startPortfolio, { params: { run: ofPerson.id } }))).toBe('PORTFOLIO_RUN_NOT_FOUND')
    const author = await clientOf('Author', ['author'])
    expect(await codeOf(author.call(getPortfolioRun, { params: { run: run.id } }))).toBe('PERMISSION_DENIED')
    const params = { product: tester.engine.productId, engine: tester.engine.engineId }
    expect(await codeOf(portal.call(checkPortfolio, { params, body: { fileId: run.id }, files: {} }))).toBe(
      'INVALID_INPUT',
    )
  })

  it('keep their results so far when they are cancelled, and are seen by their owner and supervisors only', async () => {
    const tester = await premiumTester(server())
    const { person, engine } = tester
    const lines = Array.from({ length: 400_000 }, (_, i) => `${20 + (i % 50)},1000`)
    const { id } = await checked(tester, new Blob([`Age,Sum\n${lines.join('\n')}\n`]), 'long.csv')
    const { jobId } = await person.client.call(startPortfolio, { params: { run: id } })
    const state = () => person.client.call(getPortfolioRun, { params: { run: id } })
    await expect.poll(async () => (await state()).records, { timeout: 120_000, interval: 50 }).toBeGreaterThan(0)
    expect(await state()).toMatchObject({ status: 'InProgress' })
    expect(await person.client.call(cancelPortfolio, { params: { run: id } })).toMatchObject({ status: 'Cancelled' })
    await expect.poll(async () => (await state()).hasFiles, { timeout: 120_000, interval: 50 }).toBe(true)
    const { records } = await state()
    expect(records).toBeLessThan(lines.length)
    expect(await rows(person, id)).toHaveLength(records)
    expect(jobId).not.toBeNull()

    const other = await server().signIn({ tenant: person, groups: ['user:pf.forms'] })
    await expect(codeOf(other.client.call(getPortfolioRun, { params: { run: id } }))).resolves.toBe(
      'PORTFOLIO_RUN_NOT_FOUND',
    )
    const params = { product: engine.productId, engine: engine.engineId }
    const files = { file: { content: new Blob(['Age\n1\n']), fileName: 'p.csv' } }
    await expect(codeOf(other.client.call(checkPortfolio, { params, body: {}, files }))).resolves.toBe(
      'ENGINE_NOT_FOUND',
    )
  })
})
