import { Readable } from 'node:stream'
import { expectedPrefix } from '@sheetwright/contract/test-beds/test-bed.ts'
import type { RunSetup, TestResult } from '@sheetwright/contract/test-beds/test-run.ts'
import { z } from 'zod'
import { csvLine } from '../../platform/csv/csv-line.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { type SheetValue, sheetsFile } from '../../platform/workbook/sheets-file.ts'
import { jobFileUrl, saveJobFile } from '../jobs/job-file.store.ts'
import { runFiles } from './run-files.ts'
import { cellOf } from './template-sheets.ts'
import { listResults } from './test-result.store.ts'
import { readRun } from './test-run.store.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  productId: z.uuid(),
  runId: z.uuid(),
})

type Context = JobContext<z.output<typeof schema>>

const part = 1_000
const maxBytes = 4 * 1024 * 1024 * 1024

export const resultsCsv = defineJob({
  type: 'TestbedResultCSV',
  schema,
  run: (context) => download(context, 'csv', (rows) => Readable.from(csvLines(rows))),
})

export const resultsExcel = defineJob({
  type: 'TestbedResultExcel',
  schema,
  run: (context) => download(context, 'xlsx', (rows) => sheetsFile([{ name: 'Results', rows, headings: 1 }])),
})

async function download(
  { jobId, tenantId, data, services, signal, progress }: Context,
  extension: string,
  open: (rows: AsyncIterable<readonly SheetValue[]>) => Readable,
): Promise<unknown> {
  const { db, files, testResults } = services
  const run = await db.inTenant(tenantId, (tx) => readRun(tx, data.runId))
  if (run === undefined) throw new JobFailure('The run is gone.')
  const hashes = await db.inTenant(tenantId, (tx) => runFiles(tx, run))
  const read = (from: number) =>
    listResults(testResults, { tenantId, files: hashes }, { status: [], search: '' }, { from, most: part })
  const rows = allRows(read, run.setup, (count) => progress((99 * count) / Math.max(1, run.cases)))
  const { hash } = await files.put(tenantId, open(rows), { maxBytes, signal })
  await db.inTenant(tenantId, (tx) => saveJobFile(tx, jobId, { hash, fileName: `${data.Name}.${extension}` }))
  return { Url: jobFileUrl(jobId) }
}

async function* allRows(
  read: (from: number) => Promise<{ readonly items: readonly TestResult[] }>,
  { inputs, outputs }: RunSetup,
  tell: (count: number) => void,
): AsyncGenerator<readonly SheetValue[]> {
  const names = outputs.map(({ name }) => name)
  yield [
    '#',
    'Case',
    'Segment',
    'Status',
    'Milliseconds',
    ...inputs,
    ...names,
    ...names.map((name) => `${expectedPrefix}${name}`),
    'Differing',
    'Errors',
  ]
  for (let from = 0; ; from += part) {
    const { items } = await read(from)
    for (const result of items) yield rowOf(result, inputs, names)
    tell(from + items.length)
    if (items.length < part) return
  }
}

function rowOf(result: TestResult, inputs: readonly string[], outputs: readonly string[]): SheetValue[] {
  return [
    result.number,
    result.name,
    result.segment,
    result.status,
    result.millis,
    ...inputs.map((name) => cellOf(result.inputs[name])),
    ...outputs.map((name) => cellOf(result.outputs?.[name])),
    ...outputs.map((name) => cellOf(result.expected?.[name])),
    result.differing.join(', '),
    result.errors.map(({ key, message }) => (key === '' ? message : `${key}: ${message}`)).join('; '),
  ]
}

async function* csvLines(rows: AsyncIterable<readonly SheetValue[]>): AsyncGenerator<string> {
  // With a byte order mark, Excel reads the file as UTF-8.
  let before = '\uFEFF'
  for await (const row of rows) {
    yield before + csvLine(row.map((value) => (typeof value === 'number' ? value : String(value ?? ''))))
    before = ''
  }
}
