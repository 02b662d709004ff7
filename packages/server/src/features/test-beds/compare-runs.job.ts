import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { findJob } from '../../platform/jobs/job.store.ts'
import { summariseComparison } from './compared-result.store.ts'
import { endComparison } from './test-comparison.store.ts'
import { runFiles } from './run-files.ts'
import { readRun } from './test-run.store.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  SourceTestRunId: z.uuid(),
  TargetTestRunId: z.uuid(),
  comparisonId: z.uuid(),
})

const lookEveryMs = 500

/** Compares two runs after both have ended. */
export const compareRuns = defineJob({
  type: 'TestRunComparer',
  schema,
  run: async (context) => {
    const { tenantId, data, services, progress } = context
    const { db, testResults } = services
    try {
      const source = await endedRun(context, data.SourceTestRunId)
      progress(30)
      const target = await endedRun(context, data.TargetTestRunId)
      progress(60)
      const summary = await summariseComparison(testResults, tenantId, source, target)
      await db.inTenant(tenantId, (tx) => endComparison(tx, data.comparisonId, { status: 'Success', summary }))
      return { comparisonId: data.comparisonId, Url: data.Url }
    } catch (error) {
      if (error instanceof JobFailure) {
        const end = { status: 'Fail', failureReason: error.message } as const
        await db.inTenant(tenantId, (tx) => endComparison(tx, data.comparisonId, end))
      }
      throw error
    }
  },
})

async function endedRun({ tenantId, services: { db }, signal }: JobContext<unknown>, runId: string) {
  for (;;) {
    const run = await db.inTenant(tenantId, (tx) => readRun(tx, runId))
    if (run === undefined) throw new JobFailure('A run of the comparison is gone.')
    const { status, setup } = run
    if (status === 'Success') return { files: await db.inTenant(tenantId, (tx) => runFiles(tx, run)), setup }
    const job = await db.inTenant(tenantId, (tx) => findJob(tx, run.jobId))
    const isGoing = job?.status === 'Pending' || job?.status === 'InProgress'
    if (status !== null || !isGoing) throw new JobFailure('A run of the comparison did not come to its end.')
    await delay(lookEveryMs, undefined, { signal })
  }
}
