import { and, eq, lte, sql } from 'drizzle-orm'
import type { SystemTransaction } from '../db/database.ts'
import { jobSchedules } from '../db/schema/jobs.ts'

/** Interval of a recurring task. */
export interface Recurrence {
  readonly name: string
  readonly everySeconds: number
}

export async function registerSchedules(tx: SystemTransaction, schedules: readonly Recurrence[]): Promise<void> {
  if (schedules.length === 0) return
  const rows = schedules.map(({ name, everySeconds }) => ({
    name,
    nextRunAt: sql<Date>`now() + ${everySeconds} * interval '1 second'`,
  }))
  await tx.q.insert(jobSchedules).values(rows).onConflictDoNothing()
}

/** Moves the next run forward if it is due; only one process succeeds. */
export async function takeTurn(tx: SystemTransaction, { name, everySeconds }: Recurrence): Promise<boolean> {
  const rows = await tx.q
    .update(jobSchedules)
    .set({ nextRunAt: sql`now() + ${everySeconds} * interval '1 second'` })
    .where(and(eq(jobSchedules.name, name), lte(jobSchedules.nextRunAt, sql`now()`)))
    .returning({ name: jobSchedules.name })
  return rows.length > 0
}
