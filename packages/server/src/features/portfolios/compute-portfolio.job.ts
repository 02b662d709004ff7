import { createReadStream } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { ChildStopped } from '../../platform/sandbox/run-in-child.ts'
import { type CaseComputer, runCases } from '../execution/run-cases.access.ts'
import { evalMicrosOf, versionOfRun } from '../execution/version-of-run.access.ts'
import { joinResults } from './join-results.ts'
import { type PortfolioProcess, startPortfolioProcess } from './portfolio-process.ts'
import { columnsAnswer, type ComputedTexts, partAnswer, partFiles, readAnswer } from './portfolio-request.ts'
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

/** A part ends after this many records or this time: a process that dies loses at most one part. */
const partRecords = 50_000
const partMillis = 20_000
/** Target duration of one read: long enough to be efficient, short enough to show progress. */
const readMillis = 1_000
const mostRead = 8_192
/** Reads that are computed at the same time, so that no thread idles. */
const ahead = 2
const maxBytes = 64 * 1024 * 1024 * 1024

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
    try {
      await computeParts(context, run)
      const hashes = await joinResults(services, tenantId, run, signal)
      const result = { runId: run.id }
      await db.inTenant(tenantId, async (tx) => {
        await endPortfolioRun(tx, run.id, { status: 'Success', ...hashes })
        await finish(tx, result)
      })
      return result
    } catch (error) {
      const failure = failureOf(error)
      if (signal.aborted && signal.reason === 'cancelled') await endEarly(context, run, { status: 'Cancelled' })
      else if (!signal.aborted && failure instanceof JobFailure) {
        await endEarly(context, run, { status: 'Fail', failureReason: failure.message })
      }
      throw failure
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

async function computeParts(context: Context, run: StoredPortfolioRun): Promise<void> {
  const { tenantId, services, signal, progress } = context
  const { db, files } = services
  const stored = await db.inTenant(tenantId, (tx) => portfolioParts(tx, run.id))
  if (stored.at(-1)?.isLast === true) return
  const { computer, evalMicros } = await computerOf(context, run)
  const child = await startPortfolioProcess(await files.open(tenantId, run.fileHash), signal)
  let storing: Promise<void> = Promise.resolve()
  try {
    const columns = columnsAnswer.parse(await child.ask({ kind: 'columns', format: formatOf(run.fileName) }))
    if ('problem' in columns) throw new JobFailure(columns.problem, 'INVALID_PORTFOLIO')
    const skip = stored.reduce((sum, { records }) => sum + records, 0)
    await child.ask({ kind: 'plan', plan: run.plan, part: stored.length, skip })

    const store = async (ended: Promise<unknown>, part: number, isLast: boolean) => {
      const answer = partAnswer.parse(await ended)
      const names = partFiles(part)
      const put = async (name: string) =>
        (await files.put(tenantId, createReadStream(path.join(child.folder, name)), { maxBytes, signal })).hash
      const [parquetHash, csvHash, errorsHash] = [
        await put(names.parquet),
        await put(names.csv),
        await put(names.errors),
      ]
      const kept = { part, isLast, ...answer, parquetHash, csvHash, errorsHash }
      await db.inTenant(tenantId, (tx) => insertPortfolioPart(tx, run.id, kept))
    }
    /** Parts are stored one at a time, each while the next one is computed. */
    const endPart = async (part: number, isLast: boolean) => {
      const ended = child.ask({ kind: 'end' })
      ended.catch(() => undefined)
      await storing
      storing = store(ended, part, isLast)
      storing.catch(() => undefined)
    }

    const pace = new Pace(evalMicros)
    let part = stored.length
    let [done, inPart, begun] = [skip, 0, performance.now()]
    for await (const { texts, records, fraction, isEnd } of computed(child, computer, pace)) {
      await child.ask({ kind: 'write', texts })
      done += records
      inPart += records
      progress(Math.min(99, 99 * fraction), `${done}`)
      if (!isEnd && inPart < partRecords && performance.now() - begun < partMillis) continue
      await endPart(part++, isEnd)
      inPart = 0
      begun = performance.now()
    }
    await storing
  } finally {
    // Wait until the current part is stored or has failed before the parts are joined.
    await storing.catch(() => undefined)
    await child.close()
  }
}

/** How many records are read at once, from the time that the last ones took. */
class Pace {
  records: number

  constructor(evalMicros: number) {
    this.records = bounded((readMillis * 1000) / Math.max(1, evalMicros))
  }

  adapt(records: number, millis: number): void {
    if (records > 0) this.records = bounded(Math.min(records * 2, (records * readMillis) / Math.max(1, millis)))
  }
}

function bounded(records: number): number {
  return Math.round(Math.min(mostRead, Math.max(1, records)))
}

interface ComputedRead {
  readonly texts: readonly ComputedTexts[]
  readonly records: number
  readonly fraction: number
  readonly isEnd: boolean
}

/** The results in the order of the file. */
async function* computed(child: PortfolioProcess, computer: CaseComputer, pace: Pace): AsyncGenerator<ComputedRead> {
  const going: Promise<ComputedRead>[] = []
  for (let isEnd = false; !isEnd; ) {
    const read = readAnswer.parse(await child.ask({ kind: 'read', records: pace.records }))
    if ('problem' in read) throw new JobFailure(read.problem, 'INVALID_PORTFOLIO')
    isEnd = read.isEnd
    const next = compute(computer, pace, read)
    next.catch(() => undefined)
    going.push(next)
    const first = going.length >= ahead ? going.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const each of going) yield await each
}

async function compute(
  computer: CaseComputer,
  pace: Pace,
  read: Exclude<z.output<typeof readAnswer>, { problem: string }>,
): Promise<ComputedRead> {
  const { parts, records, fraction, isEnd } = read
  const begun = performance.now()
  const given = parts.length === 0 ? [] : await runCases(computer, parts)
  pace.adapt(records, performance.now() - begun)
  return { texts: given.map(({ outputs, errors }) => ({ outputs, errors })), records, fraction, isEnd }
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
  end: Pick<StoredPortfolioRun, 'status'> & Partial<Pick<StoredPortfolioRun, 'failureReason'>>,
): Promise<void> {
  const hashes = await joinResults(services, tenantId, run, new AbortController().signal)
  await services.db.inTenant(tenantId, (tx) => endPortfolioRun(tx, run.id, { ...end, ...hashes }))
}
