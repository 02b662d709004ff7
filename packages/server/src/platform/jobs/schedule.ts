import { and, eq, lte, sql } from 'drizzle-orm'
import type { Services } from '../../services.ts'
import type { SystemTransaction } from '../db/database.ts'
import { jobSchedules } from '../db/schema/jobs.ts'

/** Housekeeping that recurs. Whatever number of processes there are, one of them does it each time. */
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

  const look = async (): Promise<void> => {
    for (const schedule of schedules) {
      if (controller.signal.aborted) return
      const due = await db.inSystem((tx) => takeTurn(tx, schedule))
      if (!due) continue
      await schedule
        .run(services, controller.signal)
        .catch((error: unknown) => log.error({ err: error, schedule: schedule.name }, 'Scheduled work failed'))
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
    },
  }
}

async function registerSchedules(tx: SystemTransaction, schedules: readonly Schedule[]): Promise<void> {
  if (schedules.length === 0) return
  const rows = schedules.map(({ name, everySeconds }) => ({
    name,
    nextRunAt: sql<Date>`now() + ${everySeconds} * interval '1 second'`,
  }))
  await tx.q.insert(jobSchedules).values(rows).onConflictDoNothing()
}

/** Moves the next run forward if it is due; only one process succeeds. */
async function takeTurn(tx: SystemTransaction, { name, everySeconds }: Schedule): Promise<boolean> {
  const rows = await tx.q
    .update(jobSchedules)
    .set({ nextRunAt: sql`now() + ${everySeconds} * interval '1 second'` })
    .where(and(eq(jobSchedules.name, name), lte(jobSchedules.nextRunAt, sql`now()`)))
    .returning({ name: jobSchedules.name })
  return rows.length > 0
}
