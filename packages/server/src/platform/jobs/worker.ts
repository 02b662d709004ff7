import type { JobType } from '@sheetwright/contract/jobs/job.ts'
import type { Services } from '../services.ts'
import { newId } from '../db/new-id.ts'
import type { JobDefinition } from './definition.ts'
import { type ClaimedJob, claimJob, renewLeases, type Reserve } from './job-queue.store.ts'
import { jobChannels } from './jobs.ts'
import { runClaimedJob } from './run-claimed-job.ts'

export interface WorkerOptions {
  /** Maximum concurrent jobs. */
  readonly concurrency: number
  /** A worker that has not renewed for this long counts as dead, and its jobs run elsewhere. */
  readonly leaseSeconds: number
  /** Polling interval of the queue; finds delayed jobs and those of dead workers. */
  readonly pollMillis: number
  /** Pause after the first failed attempt of a job; each further one doubles it. */
  readonly retrySeconds: number
}

export const defaultWorkerOptions: WorkerOptions = {
  concurrency: 4,
  leaseSeconds: 8,
  pollMillis: 1_000,
  retrySeconds: 2,
}

export interface Worker {
  /** Stops claiming jobs, asks the running ones to stop and returns them to the queue. */
  stop(): Promise<void>
}

/** Why a running job was told to stop. */
export type StopReason = 'cancelled' | 'taken over' | 'shutting down'

interface RunningJob {
  readonly claimed: ClaimedJob
  readonly controller: AbortController
  readonly done: Promise<unknown>
}

/** Runs background jobs in this process until it is stopped. */
export async function startWorker(
  services: Services,
  definitions: readonly JobDefinition[],
  options: WorkerOptions = defaultWorkerOptions,
): Promise<Worker> {
  const { db, log } = services
  const workerId = newId()
  const byType = new Map<JobType, JobDefinition>(definitions.map((definition) => [definition.type, definition]))
  const types = [...byType.keys()]
  const running = new Map<string, RunningJob>()
  let stopping = false
  let filling: Promise<void> | undefined
  let askedAgain = false

  const start = (claimed: ClaimedJob): void => {
    const definition = byType.get(claimed.type)
    if (!definition) throw new Error(`Claimed a job of type ${claimed.type}, which this worker does not know`)
    // A process that was too busy to renew can claim a job again that it is still running: from now on this run counts.
    const lost = running.get(claimed.jobId)
    if (lost) stopJob(lost.controller, 'taken over')
    const controller = new AbortController()
    const { retrySeconds } = options
    const run = runClaimedJob({ services, definition, workerId, claimed, retrySeconds, signal: controller.signal })
      .catch((error: unknown) =>
        log.error({ err: error, jobId: claimed.jobId }, 'A job could not be brought to its end'),
      )
      .finally(() => {
        if (running.get(claimed.jobId) === started) running.delete(claimed.jobId)
        fill()
      })
    const started: RunningJob = { claimed, controller, done: Promise.all([lost?.done, run]) }
    running.set(claimed.jobId, started)
  }

  const takeUntilFull = async (): Promise<void> => {
    while (!stopping && types.length > 0 && running.size < options.concurrency) {
      const reserve = reserveOf(options.concurrency, options.concurrency - running.size)
      const claimed = await db.inSystem((tx) => claimJob(tx, workerId, types, options.leaseSeconds, reserve))
      if (!claimed) return
      start(claimed)
    }
  }

  /** One look at the queue at a time; requests during a look cause one more. */
  const fill = (): void => {
    if (stopping) return
    if (filling) {
      askedAgain = true
      return
    }
    filling = takeUntilFull()
      .catch((error: unknown) => log.warn({ err: error }, 'The job queue could not be read; trying again'))
      .finally(() => {
        filling = undefined
        if (!askedAgain) return
        askedAgain = false
        fill()
      })
  }

  const renew = async (): Promise<void> => {
    const held = await db.inSystem((tx) => renewLeases(tx, workerId, options.leaseSeconds))
    for (const [jobId, { claimed, controller }] of running) {
      const current = held.find((each) => each.jobId === jobId)
      if (current?.attempts !== claimed.attempts) stopJob(controller, 'taken over')
      else if (current.cancelRequested) stopJob(controller, 'cancelled')
    }
  }

  const stopHearingReady = await db.listen(jobChannels.ready, fill, fill)
  const stopHearingCancel = await db.listen(jobChannels.cancel, (jobId) => {
    const job = running.get(jobId)
    if (job) stopJob(job.controller, 'cancelled')
  })
  const poll = setInterval(fill, options.pollMillis)
  const renewal = setInterval(
    () => {
      if (running.size === 0) return
      renew().catch((error: unknown) => log.warn({ err: error }, 'The leases of running jobs could not be renewed'))
    },
    (options.leaseSeconds * 1000) / 4,
  )
  fill()

  return {
    stop: async () => {
      stopping = true
      clearInterval(poll)
      await stopHearingReady()
      await filling
      for (const { controller } of running.values()) stopJob(controller, 'shutting down')
      await Promise.all([...running.values()].map((job) => job.done))
      await stopHearingCancel()
      clearInterval(renewal)
    },
  }
}

/** Long jobs of one tenant never hold every slot: the last is for a tenant that runs nothing, the one before for another kind. */
function reserveOf(concurrency: number, free: number): Reserve {
  if (concurrency > 1 && free === 1) return 'idle tenant'
  return concurrency > 2 && free === 2 ? 'new kind' : 'nothing'
}

function stopJob(controller: AbortController, reason: StopReason): void {
  controller.abort(reason)
}
