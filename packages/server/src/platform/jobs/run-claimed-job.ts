import type { ErrorCode } from '@sheetwright/contract/error-codes.ts'
import type { Services } from '../services.ts'
import type { TenantTransaction } from '../db/database.ts'
import type { JobDefinition } from './definition.ts'
import { JobFailure } from './definition.ts'
import { findJob, updateUnfinishedJob } from './job.store.ts'
import { type ClaimedJob, dropHeldJob, releaseHeldJob } from './job-queue.store.ts'
import { createProgressReporter } from './progress-reporter.ts'

/** A job that failed this often, by an error or with its worker, is given up. */
export const maxAttempts = 3

interface Run {
  readonly services: Services
  readonly definition: JobDefinition
  readonly workerId: string
  readonly claimed: ClaimedJob
  /** Pause after the first failed attempt; each further one doubles it. */
  readonly retrySeconds: number
  readonly signal: AbortSignal
}

type Outcome =
  | { readonly status: 'Success'; readonly result: unknown }
  | { readonly status: 'Fail'; readonly failureReason: string; readonly failureCode: ErrorCode | null }
  | { readonly status: 'Cancelled' }

/** Runs one claimed job to its end: success, failure, cancellation, or back into the queue for another attempt. */
export async function runClaimedJob(run: Run): Promise<void> {
  const { services, workerId, claimed, signal } = run
  const { db } = services
  if (claimed.cancelRequested) return finish(run, { status: 'Cancelled' })
  if (claimed.attempts > maxAttempts) {
    const failureReason = `The worker stopped while it ran, ${maxAttempts} times.`
    return finish(run, { status: 'Fail', failureReason, failureCode: 'JOB_SET_ASIDE' })
  }
  const log = services.log.child({ jobId: claimed.jobId, jobType: claimed.type, tenantId: claimed.tenantId })
  try {
    const result = await execute(run, log)
    await finish(run, { status: 'Success', result })
  } catch (error) {
    if (signal.aborted && signal.reason === 'taken over') return
    if (signal.aborted && signal.reason === 'cancelled') return finish(run, { status: 'Cancelled' })
    if (signal.aborted && signal.reason === 'shutting down') {
      return db.inTenant(claimed.tenantId, (tx) =>
        releaseHeldJob(tx, workerId, claimed, { delaySeconds: 0, countsAsAttempt: false }),
      )
    }
    log.warn({ err: error, attempt: claimed.attempts }, 'A job failed')
    if (error instanceof JobFailure) {
      return finish(run, { status: 'Fail', failureReason: error.message, failureCode: error.code ?? null })
    }
    if (claimed.attempts >= maxAttempts) {
      const failureReason = `It failed ${maxAttempts} times. The log has the details under job ${claimed.jobId}.`
      return finish(run, { status: 'Fail', failureReason, failureCode: 'JOB_FAILED_REPEATEDLY' })
    }
    const delaySeconds = run.retrySeconds * 2 ** (claimed.attempts - 1)
    await db.inTenant(claimed.tenantId, async (tx) => {
      await releaseHeldJob(tx, workerId, claimed, { delaySeconds, countsAsAttempt: true })
      await updateUnfinishedJob(tx, claimed.jobId, { status: 'Pending', progress: 0, note: null })
    })
  }
}

async function execute(run: Run, log: Services['log']): Promise<unknown> {
  const { services, definition, claimed, signal } = run
  const { db, events } = services
  const job = await db.inTenant(claimed.tenantId, async (tx) => {
    const started = await updateUnfinishedJob(tx, claimed.jobId, { status: 'InProgress', progress: 0 })
    if (started) await events.publish(tx, { type: 'job.changed', id: claimed.jobId }, started)
    return findJob(tx, claimed.jobId)
  })
  if (!job) throw new JobFailure('The job is gone.')
  const reporter = createProgressReporter(
    db,
    events,
    { tenantId: claimed.tenantId, jobId: job.id, userId: job.userId },
    log,
  )
  try {
    return await definition.run({
      jobId: job.id,
      tenantId: claimed.tenantId,
      userId: job.userId,
      data: definition.schema.parse(job.data) as never,
      services,
      log,
      signal,
      progress: reporter.report,
      finish: async (tx, result) => {
        if (!(await end(tx, run, { status: 'Success', result })))
          throw new Error('The job is no longer to be done here')
      },
    })
  } finally {
    await reporter.close()
  }
}

async function finish(run: Run, outcome: Outcome): Promise<void> {
  await run.services.db.inTenant(run.claimed.tenantId, (tx) => end(tx, run, outcome))
}

/**
 * Records the end, unless another worker has taken the job over: then that one's end counts. False if it had ended
 * before.
 */
async function end(tx: TenantTransaction, { services, workerId, claimed }: Run, outcome: Outcome): Promise<boolean> {
  if (!(await dropHeldJob(tx, workerId, claimed))) return false
  const change = outcome.status === 'Success' ? { ...outcome, progress: 100 } : outcome
  const ended = await updateUnfinishedJob(tx, claimed.jobId, change)
  if (ended) await services.events.publish(tx, { type: 'job.changed', id: claimed.jobId }, ended)
  return ended !== undefined
}
