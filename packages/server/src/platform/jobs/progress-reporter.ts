import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import { updateUnfinishedJob } from './job.store.ts'

/** Minimum interval between writes of progress, however often a job reports it. */
const writeEveryMillis = 500

export interface ProgressReporter {
  readonly report: (percent: number, note?: string) => void
  /** Waits for a pending write; later reports are ignored. */
  readonly close: () => Promise<void>
}

export function createProgressReporter(
  db: Database,
  events: Events,
  job: { tenantId: string; jobId: string; userId: string },
  log: Logger,
): ProgressReporter {
  let latest: { progress: number; note: string | null } | undefined
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let closed = false

  const write = (): void => {
    timer = undefined
    const change = latest
    latest = undefined
    if (!change || closed) return
    writing = db
      .inTenant(job.tenantId, async (tx) => {
        await updateUnfinishedJob(tx, job.jobId, change)
        await events.publish(tx, { type: 'job.changed', id: job.jobId }, { userId: job.userId })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'The progress of a job could not be written'))
  }

  return {
    report: (percent, note) => {
      if (closed) return
      latest = { progress: Math.min(100, Math.max(0, percent)), note: note ?? null }
      timer ??= setTimeout(write, writeEveryMillis)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
    },
  }
}
