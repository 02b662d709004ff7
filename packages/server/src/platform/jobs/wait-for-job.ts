import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { Services } from '../services.ts'
import { findJob } from './job.store.ts'

/** Events report the end at once; polling finds it if an event got lost. */
const lookEveryMillis = 2_000

/** Waits until a job has ended in any way; undefined if its record is gone or the wait is aborted. */
export async function waitForJob(
  { db, events }: Pick<Services, 'db' | 'events'>,
  job: { tenantId: string; userId: string; jobId: string },
  signal: AbortSignal,
): Promise<Job | undefined> {
  let wake = () => {}
  const unsubscribe = events.subscribe({
    tenantId: job.tenantId,
    userId: job.userId,
    deliver: ({ type, id }) => {
      if (type === 'job.changed' && id === job.jobId) wake()
    },
    onGap: () => wake(),
  })
  const stop = () => wake()
  signal.addEventListener('abort', stop)
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const found = await db.inTenant(job.tenantId, (tx) => findJob(tx, job.jobId))
      if (found === undefined || (found.status !== 'Pending' && found.status !== 'InProgress')) return found
      const timer = setTimeout(() => wake(), lookEveryMillis)
      await changed
      clearTimeout(timer)
    }
    return undefined
  } finally {
    signal.removeEventListener('abort', stop)
    unsubscribe()
  }
}
