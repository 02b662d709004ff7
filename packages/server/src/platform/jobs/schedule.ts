import type { Services } from '../services.ts'
import { registerSchedules, takeTurn } from './schedule.store.ts'

/** Recurring housekeeping. Of any number of processes, one does it each time. */
export interface Schedule {
  readonly name: string
  readonly everySeconds: number
  readonly run: (services: Services, signal: AbortSignal) => Promise<void>
}

export interface Scheduler {
  stop(): Promise<void>
}

export async function startScheduler(
  services: Services,
  schedules: readonly Schedule[],
  lookEveryMillis = 5_000,
): Promise<Scheduler> {
  const { db, log } = services
  const controller = new AbortController()
  await db.inSystem((tx) => registerSchedules(tx, schedules))
  let looking = Promise.resolve()
  let busy = false
  /** Running tasks by name: a long one does not delay the others. */
  const running = new Map<string, Promise<void>>()

  const look = async (): Promise<void> => {
    for (const schedule of schedules) {
      if (controller.signal.aborted) return
      if (running.has(schedule.name)) continue
      const due = await db.inSystem((tx) => takeTurn(tx, schedule))
      if (!due) continue
      const run = schedule
        .run(services, controller.signal)
        .catch((error: unknown) => log.error({ err: error, schedule: schedule.name }, 'Scheduled work failed'))
        .finally(() => running.delete(schedule.name))
      running.set(schedule.name, run)
    }
  }

  const timer = setInterval(() => {
    if (busy) return
    busy = true
    looking = look()
      .catch((error: unknown) => log.warn({ err: error }, 'The schedules could not be read; trying again'))
      .finally(() => {
        busy = false
      })
  }, lookEveryMillis)

  return {
    stop: async () => {
      clearInterval(timer)
      controller.abort('shutting down')
      await looking
      await Promise.all(running.values())
    },
  }
}
