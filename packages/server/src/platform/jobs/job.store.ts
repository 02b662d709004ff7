import type { Job, JobStatus } from '@sheetwright/contract/jobs/job.ts'
import { shownAfterMillis } from '@sheetwright/contract/jobs/job.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { jobs } from '../db/schema/jobs.ts'

const unfinished: readonly JobStatus[] = ['Pending', 'InProgress']

export async function insertJob(
  tx: TenantTransaction,
  job: Pick<typeof jobs.$inferInsert, 'id' | 'type' | 'userId' | 'data'>,
): Promise<void> {
  await tx.q.insert(jobs).values({ tenantId: tx.tenantId, ...job })
}

export async function findJob(tx: TenantTransaction, id: string): Promise<Job | undefined> {
  const [row] = await tx.q.select().from(jobs).where(isJob(tx, id))
  return row && shown(row)
}

/** A user's jobs, newest first, without those that ended before anybody could have looked. */
export async function listJobsOfUser(
  tx: TenantTransaction,
  userId: string,
  page: { page: number; pageSize: number },
): Promise<{ items: Job[]; count: number }> {
  const longEnough = sql`coalesce(${jobs.completedAt}, now()) - ${jobs.createdAt} >= ${shownAfterMillis} * interval '1 millisecond'`
  const where = and(eq(jobs.tenantId, tx.tenantId), eq(jobs.userId, userId), longEnough)
  const rows = await tx.q
    .select()
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  return { items: rows.map(shown), count: await tx.q.$count(jobs, where) }
}

/** Changes a job that has not ended; tells whether there was one. */
export async function updateUnfinishedJob(
  tx: TenantTransaction,
  id: string,
  change: Partial<Pick<typeof jobs.$inferInsert, 'status' | 'progress' | 'note' | 'result' | 'failureReason'>>,
): Promise<{ userId: string } | undefined> {
  const ends = change.status !== undefined && !unfinished.includes(change.status)
  const [row] = await tx.q
    .update(jobs)
    .set({ ...change, ...(ends && { completedAt: sql`now()`, note: null }) })
    .where(and(isJob(tx, id), inArray(jobs.status, [...unfinished])))
    .returning({ userId: jobs.userId })
  return row
}

/** How long the record of a job is kept after its end. */
const keptDays = 90

/** Removes the records of jobs that ended long ago, and counts them. */
export async function purgeEndedJobs(tx: TenantTransaction): Promise<number> {
  const old = sql`${jobs.completedAt} < now() - ${keptDays} * interval '1 day'`
  const rows = await tx.q
    .delete(jobs)
    .where(and(eq(jobs.tenantId, tx.tenantId), old))
    .returning({ id: jobs.id })
  return rows.length
}

function isJob(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(jobs.tenantId, tx.tenantId), eq(jobs.id, id))
}

function shown({ tenantId: _tenant, createdAt, completedAt, ...row }: typeof jobs.$inferSelect): Job {
  return {
    ...row,
    result: row.result ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  }
}
