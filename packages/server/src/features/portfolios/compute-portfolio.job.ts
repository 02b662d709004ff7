import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { RowPlan } from '@sheetwright/compiler/portfolio.ts'
import { release } from '@sheetwright/runtime/parquet/release.ts'
import { z } from 'zod'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { ResultFile } from '../../platform/parquet/result-file.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { ChildStopped } from '../../platform/sandbox/run-in-child.ts'
import { type CaseComputer, type ComputedRows, runRows } from '../execution/run-cases.access.ts'
import { evalMicrosOf, versionOfRun } from '../execution/version-of-run.access.ts'
import { joinResults, type OwnParts } from './join-results.ts'
import { PartWriter } from './part-writer.ts'
import { type PortfolioProcess, startPortfolioProcess } from './portfolio-process.ts'
import { blockFileName, columnsAnswer, readAnswer } from './portfolio-request.ts'
import {
  beginPortfolioRun,
  endPortfolioRun,
  insertPortfolioPart,
  portfolioParts,
  readPortfolioRun,
  type StoredPortfolioRun,
} from './portfolio-run.store.ts'
import { formatOf } from './read-columns.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  runId: z.uuid(),
})

type Context = JobContext<z.output<typeof schema>>
type ReadBlock = Exclude<z.output<typeof readAnswer>, { problem: string }>

/** A part ends after this many records or this time: a process that dies loses at most one part. */
const partRecords = 50_000
const partMillis = 20_000
/** Target duration of one block: long enough to be efficient, short enough to show progress. */
const blockMillis = 400
const mostInBlock = 2_048
/** Blocks that are computed at the same time. As many are read ahead, so that no thread idles. */
const atOnce = availableParallelism()

/** Computes a portfolio. A run that another worker started continues after the last stored part. */
export const computePortfolio = defineJob({
  type: 'ComputePortfolio',
  schema,
  run: async (context) => {
    const { tenantId, data, services, signal, finish } = context
    const { db } = services
    const run = await db.inTenant(tenantId, (tx) => readPortfolioRun(tx, data.runId))
    if (run === undefined) throw new JobFailure('The run is gone.')
    await db.inTenant(tenantId, (tx) => beginPortfolioRun(tx, run.id))
    const folder = await temporaryFolder('portfolio')
    const own = new Map<number, ResultFile>()
    try {
      await computeParts(context, run, folder, own)
      const hashes = await joinResults(services, tenantId, run, own, signal)
      const result = { runId: run.id }
      await db.inTenant(tenantId, async (tx) => {
        await endPortfolioRun(tx, run.id, { status: 'Success', ...hashes })
        await finish(tx, result)
      })
      return result
    } catch (error) {
      const failure = failureOf(error)
      if (signal.aborted && signal.reason === 'cancelled') await endEarly(context, run, own, { status: 'Cancelled' })
      else if (!signal.aborted && failure instanceof JobFailure) {
        await endEarly(context, run, own, { status: 'Fail', failureReason: failure.message })
      }
      throw failure
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

function failureOf(error: unknown): unknown {
  if (error instanceof CallError) return new JobFailure(error.message, error.code)
  if (error instanceof ChildStopped && (error.reason === 'memory' || error.reason === 'time')) {
    return new JobFailure('The file takes too much memory or time to read. Save it as CSV or Parquet.')
  }
  return error
}

/** Adds the files of results that it writes into the folder to `own`. */
async function computeParts(
  context: Context,
  run: StoredPortfolioRun,
  folder: string,
  own: Map<number, ResultFile>,
): Promise<void> {
  const { tenantId, services, signal, progress } = context
  const { db, files } = services
  const stored = await db.inTenant(tenantId, (tx) => portfolioParts(tx, run.id))
  if (stored.at(-1)?.isLast === true) return
  const { computer, evalMicros } = await computerOf(context, run)
  let child: PortfolioProcess | undefined
  let writer: PartWriter | undefined
  let storing: Promise<void> = Promise.resolve()
  try {
    child = await startPortfolioProcess(await files.open(tenantId, run.fileHash), signal)
    const columns = columnsAnswer.parse(await child.ask({ kind: 'columns', format: formatOf(run.fileName) }))
    if ('problem' in columns) throw new JobFailure(columns.problem, 'INVALID_PORTFOLIO')
    const skip = stored.reduce((sum, { records }) => sum + records, 0)
    await child.ask({ kind: 'skip', records: skip })

    const store = async (written: PartWriter, part: number, isLast: boolean) => {
      const { results, row } = await written.store(files, tenantId, signal)
      await db.inTenant(tenantId, (tx) => insertPortfolioPart(tx, run.id, { part, isLast, ...row }))
      own.set(part, results)
    }
    let part = stored.length
    let [done, begun] = [skip, performance.now()]
    for await (const { rows, count, fraction, isEnd } of computed(child, computer, run.plan, new Pace(evalMicros))) {
      writer ??= await PartWriter.open(folder, part, run.plan)
      for (const each of rows) await writer.add(each)
      done += count
      progress(Math.min(99, 99 * fraction), `${done}`)
      if (!isEnd && writer.records < partRecords && performance.now() - begun < partMillis) continue
      // Parts are stored one at a time, each while the next one is computed.
      await storing
      storing = store(writer, part++, isEnd)
      storing.catch(() => undefined)
      writer = undefined
      begun = performance.now()
    }
    await storing
  } finally {
    // Wait until the current part is stored or has failed before the parts are joined.
    await storing.catch(() => undefined)
    await writer?.close()
    await child?.close()
  }
}

/** How many records are read at once, from the time that the last ones took. */
class Pace {
  records: number

  constructor(evalMicros: number) {
    this.records = bounded((blockMillis * 1000) / Math.max(1, evalMicros))
  }

  adapt(records: number, millis: number): void {
    if (records > 0) this.records = bounded(Math.min(records * 2, (records * blockMillis) / Math.max(1, millis)))
  }
}

function bounded(records: number): number {
  return Math.round(Math.min(mostInBlock, Math.max(1, records)))
}

interface ComputedBlock {
  readonly rows: readonly ComputedRows[]
  readonly count: number
  readonly fraction: number
  readonly isEnd: boolean
}

/** The results in the order of the file. */
async function* computed(
  child: PortfolioProcess,
  computer: CaseComputer,
  plan: RowPlan,
  pace: Pace,
): AsyncGenerator<ComputedBlock> {
  const compute = async (bytes: Uint8Array, { count, fraction, isEnd }: ReadBlock): Promise<ComputedBlock> => {
    const begun = performance.now()
    const rows = count === 0 ? [] : await runRows(computer, plan, { bytes, count })
    release(bytes)
    pace.adapt(count, performance.now() - begun)
    return { rows, count, fraction, isEnd }
  }
  const lanes: Promise<unknown>[] = []
  const going: Promise<ComputedBlock>[] = []
  for (let [isEnd, lane] = [false, 0]; !isEnd; lane = (lane + 1) % atOnce) {
    const read = readAnswer.parse(await child.ask({ kind: 'read', records: pace.records, form: 'block' }))
    if ('problem' in read) throw new JobFailure(read.problem, 'INVALID_PORTFOLIO')
    isEnd = read.isEnd
    const bytes = await readFile(path.join(child.folder, blockFileName))
    const next = Promise.resolve(lanes[lane]).then(() => compute(bytes, read))
    lanes[lane] = next.catch(() => undefined)
    going.push(next)
    const first = going.length >= 2 * atOnce ? going.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const each of going) yield await each
}

async function computerOf(context: Context, run: StoredPortfolioRun) {
  const { tenantId, jobId, services, signal } = context
  const { db, execution, settings } = services
  const { engineId, versionId } = run
  const version = await versionOfRun(db, tenantId, { engineId, versionId, at: run.computedAt })
  const computer: CaseComputer = {
    execution,
    tenantId,
    version,
    options: {
      at: run.computedAt.getTime(),
      seed: run.seed,
      correlationId: jobId,
      subservice: undefined,
      outputs: undefined,
      validate: undefined,
    },
    seconds: settings.calculationSeconds,
    signal,
  }
  return { computer, evalMicros: await evalMicrosOf(execution, tenantId, version) }
}

/** Results written before a run was stopped can still be downloaded. */
async function endEarly(
  { tenantId, services }: Context,
  run: StoredPortfolioRun,
  own: OwnParts,
  end: Pick<StoredPortfolioRun, 'status'> & Partial<Pick<StoredPortfolioRun, 'failureReason'>>,
): Promise<void> {
  const hashes = await joinResults(services, tenantId, run, own, new AbortController().signal)
  await services.db.inTenant(tenantId, (tx) => endPortfolioRun(tx, run.id, { ...end, ...hashes }))
}
