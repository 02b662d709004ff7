import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { evalMicrosOf, versionOfRun } from '../execution/version-of-run.access.ts'
import { BlockRunner, missingParts } from './run-blocks.ts'
import { blocksOf, readBlocks } from './test-case.store.ts'
import { endRun, insertPart, partsOf, readRun, startRun } from './test-run.store.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  productId: z.uuid(),
  runId: z.uuid(),
})

type Context = JobContext<z.output<typeof schema>>
type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>

/** Runs a test bed. A run that another worker started continues with the parts not stored yet. */
export const testRun = defineJob({
  type: 'TestRun',
  schema,
  run: async (context) => {
    const { tenantId, data, services, signal } = context
    const { db } = services
    const run = await db.inTenant(tenantId, (tx) => readRun(tx, data.runId))
    if (run === undefined) throw new JobFailure('The run is gone.')
    if (run.status === 'Success') return { testRunId: run.id }
    await db.inTenant(tenantId, (tx) => startRun(tx, run.id))
    try {
      await computeRun(context, run)
    } catch (error) {
      if (signal.aborted && signal.reason === 'cancelled') {
        await db.inTenant(tenantId, (tx) => endRun(tx, run.id, { status: 'Cancelled' }))
      }
      const failure = error instanceof CallError ? new JobFailure(error.message) : error
      if (!signal.aborted && failure instanceof JobFailure) {
        const failureReason = failure.message
        await db.inTenant(tenantId, (tx) => endRun(tx, run.id, { status: 'Fail', failureReason }))
      }
      throw failure
    }
    return { testRunId: run.id }
  },
})

async function computeRun(context: Context, run: Run): Promise<void> {
  const { tenantId, jobId, services, signal, progress } = context
  const { db, files, execution, settings } = services
  const { engineId, versionId } = run
  const version = await versionOfRun(db, tenantId, { engineId, versionId, at: new Date(run.setup.at) })
  const blocks = await db.inTenant(tenantId, (tx) => blocksOf(tx, run.testBedVersionId))
  const stored = await db.inTenant(tenantId, (tx) => partsOf(tx, run.id))
  const evalMicros = await evalMicrosOf(execution, tenantId, version)
  const { at, seed } = run.setup
  const computer = {
    execution,
    tenantId,
    version,
    options: { at, seed, correlationId: jobId, subservice: undefined, outputs: undefined, validate: undefined },
    seconds: settings.calculationSeconds,
    signal,
  }
  const folder = await temporaryFolder('tests')
  try {
    const runner = new BlockRunner(files, folder, computer, run.setup, evalMicros)
    let done = 0
    const tell = (cases: number) => {
      done += cases
      progress((99 * done) / Math.max(1, run.cases))
    }
    for (const { cases } of stored) tell(cases)
    await runner.runAll(missingParts(blocks, stored), async ({ block, last }) => {
      const content = await db.inTenant(tenantId, (tx) => readBlocks(tx, run.testBedVersionId, block, last))
      if (content.length === 0) throw new JobFailure('The cases of the run are gone.')
      const part = await runner.run(content, tell)
      await db.inTenant(tenantId, (tx) => insertPart(tx, run.id, { block, ...part }))
    })
    const parts = await db.inTenant(tenantId, (tx) => partsOf(tx, run.id))
    const results = parts.reduce((sum, { cases }) => sum + cases, 0)
    if (results !== run.cases) throw new Error(`A run of ${run.cases} cases has ${results} results`)
    await db.inTenant(tenantId, (tx) => endRun(tx, run.id, { status: 'Success' }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
