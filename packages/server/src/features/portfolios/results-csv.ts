import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { csvLine } from '@sheetwright/compiler/portfolio.ts'
import type { Files } from '../../platform/files/files.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type PortfolioProcess, startPortfolioProcess } from './portfolio-process.ts'
import { blockFileName, columnsAnswer, readAnswer } from './portfolio-request.ts'
import type { StoredPortfolioRun } from './portfolio-run.store.ts'

/** Each takes a process of its own. */
const mostOfTenant = 4
/** A download that takes nothing for this long ends, so that it does not keep others out. */
const mostIdleMillis = 60_000
const blockRecords = 2_048

const opened = new Map<string, number>()

type Run = Pick<StoredPortfolioRun, 'plan' | 'records'>

/** The results of a run as CSV, made from its Parquet file while they are sent. */
export async function openResultsCsv(
  files: Files,
  tenantId: string,
  run: Run,
  parquetHash: string,
  signal: AbortSignal,
): Promise<Readable> {
  const heading = Buffer.from(csvLine(run.plan.columns.map(({ name }) => name)))
  if (run.records === 0) return Readable.from([heading])
  const release = takePlace(tenantId)
  try {
    const child = await startPortfolioProcess(await files.open(tenantId, parquetHash), signal)
    const idle = setTimeout(() => csv.destroy(new Error('The download was not continued')), mostIdleMillis)
    const csv = Readable.from(linesOf(child, heading, idle), { objectMode: false })
    csv.once('close', () => {
      clearTimeout(idle)
      release()
      void child.close()
    })
    return csv
  } catch (error) {
    release()
    throw error
  }
}

async function* linesOf(child: PortfolioProcess, heading: Buffer, idle: NodeJS.Timeout): AsyncGenerator<Buffer> {
  yield heading
  const columns = columnsAnswer.parse(await child.ask({ kind: 'columns', format: 'parquet' }))
  if ('problem' in columns) throw new Error(columns.problem)
  for (let isEnd = false; !isEnd; ) {
    const read = readAnswer.parse(await child.ask({ kind: 'read', records: blockRecords, form: 'csv' }))
    if ('problem' in read) throw new Error(read.problem)
    yield await readFile(path.join(child.folder, blockFileName))
    idle.refresh()
    isEnd = read.isEnd
  }
}

/** Returns what gives the place back. */
function takePlace(tenantId: string): () => void {
  const count = opened.get(tenantId) ?? 0
  if (count >= mostOfTenant) {
    throw new CallError(
      'SERVICE_UNAVAILABLE',
      'Too many results are downloaded as CSV at the moment. Try again soon, or download them as Parquet.',
      undefined,
      30,
    )
  }
  opened.set(tenantId, count + 1)
  return () => {
    const left = (opened.get(tenantId) ?? 1) - 1
    if (left === 0) opened.delete(tenantId)
    else opened.set(tenantId, left)
  }
}
