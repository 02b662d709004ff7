import path from 'node:path'
import { Readable } from 'node:stream'
import type { DmlTableCounts, SqlTable } from '@sheetwright/contract/dml/dml.ts'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { setJobData } from '../../platform/jobs/job.store.ts'
import { type DmlAnswer, dmlFiles } from './dml-request.ts'
import { endDmlRun, insertDmlRunTables, loadedTables, readDmlRun } from './dml-run.store.ts'
import { withDmlChild } from './dml-work.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  runId: z.uuid(),
})

type Context = JobContext<z.output<typeof schema>>
type Run = NonNullable<Awaited<ReturnType<typeof readDmlRun>>>
type Generated = Extract<DmlAnswer, { kind: 'generated' }>

const maxBytes = 8 * 1024 * 1024 * 1024
const shownReasons = 3

/** Writes the scripts of a data load. Nothing is stored before the end, so that it can start again after a crash. */
export const dmlGenerate = defineJob({
  type: 'DmlGenerate',
  schema,
  run: async (context) => {
    const { tenantId, data, services, signal } = context
    const { db } = services
    const run = await db.inTenant(tenantId, (tx) => readDmlRun(tx, data.runId))
    if (run === undefined) throw new JobFailure('The run is gone.')
    try {
      return await generate(context, run)
    } catch (error) {
      if (signal.aborted && signal.reason === 'cancelled') {
        await db.inTenant(tenantId, (tx) => endDmlRun(tx, run.id, { status: 'Cancelled' }))
      }
      const failure = error instanceof CallError ? new JobFailure(error.message, error.code) : error
      if (!signal.aborted && failure instanceof JobFailure) {
        await db.inTenant(tenantId, (tx) => endDmlRun(tx, run.id, { status: 'Fail', failureReason: failure.message }))
      }
      throw failure
    }
  },
})

async function generate(context: Context, run: Run): Promise<unknown> {
  const { tenantId, services, signal, progress } = context
  // Scripts that write only changes start from the last load; so do scripts that undo a load.
  const loaded = await services.db.inTenant(tenantId, (tx) => loadedTables(tx, run.sourceId, run.dialect))
  const bases = loaded.map(({ plan, rowsHash, runId }, i) => ({
    table: plan,
    hash: rowsHash,
    file: `base-${i}`,
    runId,
  }))
  const about = [
    `Data load of ${run.sourceName} ${run.revision}${run.productName === null ? '' : ` (${run.productName})`}`,
    `${run.dialect}, level ${run.smartLevel}, run ${run.id}, ${run.createdAt.toISOString()}`,
  ]
  return withDmlChild(
    services,
    {
      tenantId,
      workbookHash: run.workbookHash,
      signal,
      contents: bases.map(({ hash, file }) => ({ hash, file })),
      onProgress: (percent, note) => progress(percent * 0.9, note),
    },
    {
      kind: 'generate',
      dialect: run.dialect,
      level: run.smartLevel,
      tables: run.asked ?? undefined,
      createTables: run.createTables,
      bases: bases.map(({ table, file }) => ({ table, file })),
      about,
    },
    async (answer, folder) => {
      if (answer.kind !== 'generated') throw new Error('The child answered something else than it was asked for')
      return store(context, run, answer, folder, bases)
    },
  )
}

/** Stores zip, log and rows, and ends run and job, in one transaction. */
async function store(
  context: Context,
  run: Run,
  answer: Generated,
  folder: string,
  bases: readonly { readonly table: SqlTable; readonly runId: string }[],
): Promise<unknown> {
  const { jobId, tenantId, data, services, signal, finish } = context
  const { db, files } = services
  const limits = { maxBytes, signal }
  const putFile = async (name: string) => (await files.putFile(tenantId, path.join(folder, name), limits)).hash
  const logHash = await putFile(dmlFiles.log)
  const name = `${slugOf(run.sourceName)}-${run.revision}-${run.dialect}-${run.id.slice(-12)}`
  const log = { logName: `${name}.log`, logHash }
  if (!answer.isComplete) {
    const failureReason = `The data does not fit: ${answer.problems.slice(0, shownReasons).join('; ')}`
    await db.inTenant(tenantId, async (tx) => {
      await setJobData(tx, jobId, { ...data, output: { logFileName: log.logName }, logFileName: log.logName })
      await endDmlRun(tx, run.id, { status: 'Fail', failureReason, ...log })
    })
    throw new JobFailure(failureReason)
  }
  const zip = zipOf(folder, [dmlFiles.manifest, dmlFiles.log, ...answer.scripts], run.createdAt)
  const { hash: zipHash } = await files.put(tenantId, zip, limits)
  const tables: { plan: SqlTable; counts: DmlTableCounts; rowsHash: string }[] = []
  for (const { plan, file, ...counts } of answer.tables) {
    tables.push({ plan, counts, rowsHash: await putFile(path.basename(file)) })
  }
  const zipName = `${name}.zip`
  const output = { downloadFileName: zipName, logFileName: log.logName }
  const base = bases.find(({ table }) => tables.some(({ plan }) => plan.name === table.name))
  await db.inTenant(tenantId, async (tx) => {
    await insertDmlRunTables(tx, run.id, tables)
    const comparedWith = run.smartLevel === 2 ? (base?.runId ?? null) : null
    await endDmlRun(tx, run.id, { status: 'Success', zipName, zipHash, comparedWith, ...log })
    await setJobData(tx, jobId, { ...data, output, ...output })
    await finish(tx, { ...output, runId: run.id })
  })
  return { ...output, runId: run.id }
}

function zipOf(folder: string, names: readonly string[], mtime: Date): Readable {
  const zip = new ZipFile()
  for (const name of names) zip.addFile(path.join(folder, path.basename(name)), name, { mtime })
  zip.end()
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>)
}

function slugOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)
}
