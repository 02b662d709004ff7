import type { Job, JobType } from '@sheetwright/contract/jobs/job.ts'
import type { z } from 'zod'
import type { TenantTransaction } from '../db/database.ts'
import { notifyListeners } from '../db/notify.ts'
import { newId } from '../db/new-id.ts'
import type { Events } from '../events/events.ts'
import { findJob, insertJob, resetEndedJob, updateUnfinishedJob } from './job.store.ts'
import { queueJob, requeueJob, withdrawJob } from './job-queue.store.ts'

/** Notification channels between processes; payloads are hints, the tables hold the truth. */
export const jobChannels = { ready: 'job_ready', cancel: 'job_cancel' } as const

export interface EnqueueOptions {
  /** Lower runs earlier within the tenant; by default 0. */
  readonly priority?: number
  readonly delaySeconds?: number
}

/** Queueing and cancelling background jobs. Workers (worker.ts) run them. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it exists exactly if the change that requested it does. */
  enqueue<S extends z.ZodType<Record<string, unknown>>>(
    tx: TenantTransaction,
    kind: { readonly type: JobType; readonly schema: S },
    userId: string,
    data: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<string>
  /** Cancels a job that has not ended; undefined if it had. A running one stops at its next safe point. */
  cancel(tx: TenantTransaction, jobId: string): Promise<Job | undefined>
  /** Queues a job again that failed, was cancelled or whose file has expired; undefined otherwise. */
  retry(tx: TenantTransaction, jobId: string): Promise<Job | undefined>
}

export function createJobs(events: Events): Jobs {
  return {
    enqueue: async (tx, kind, userId, data, options) => {
      const id = newId()
      await insertJob(tx, { id, type: kind.type, userId, data: kind.schema.parse(data) })
      await queueJob(tx, {
        jobId: id,
        type: kind.type,
        priority: options?.priority ?? 0,
        delaySeconds: options?.delaySeconds ?? 0,
      })
      // Sent with the commit, so that a notified worker finds the job.
      await notifyListeners(tx, jobChannels.ready, '')
      await events.publish(tx, { type: 'job.changed', id }, { userId })
      return id
    },
    cancel: async (tx, jobId) => {
      const changed = await updateUnfinishedJob(tx, jobId, { status: 'Cancelled' })
      if (!changed) return undefined
      await withdrawJob(tx, jobId)
      await notifyListeners(tx, jobChannels.cancel, jobId)
      await events.publish(tx, { type: 'job.changed', id: jobId }, { userId: changed.userId })
      return findJob(tx, jobId)
    },
    retry: async (tx, jobId) => {
      const again = await resetEndedJob(tx, jobId)
      if (!again) return undefined
      await requeueJob(tx, { jobId, type: again.type })
      await notifyListeners(tx, jobChannels.ready, '')
      await events.publish(tx, { type: 'job.changed', id: jobId }, { userId: again.userId })
      return findJob(tx, jobId)
    },
  }
}
