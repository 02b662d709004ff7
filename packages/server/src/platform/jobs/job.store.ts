import type { Job, JobStatus, JobType } from '@sheetwright/contract/jobs/job.ts'
import { shownAfterMillis } from '@sheetwright/contract/jobs/job.ts'
import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
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
  const [row] = await tx.q.select(columns).from(jobs).where(isJob(tx, id))
  return row && shown(row)
}

/** Jobs whose result is only in their line. */
const listedAlways: readonly JobType[] = ['UploadFolder', 'DownloadFolder']

/** A user's jobs, newest first, without those that succeeded too quickly to be seen. */
export async function listJobsOfUser(
  tx: TenantTransaction,
  userId: string,
  page: { page: number; pageSize: number; status?: JobStatus | undefined; type?: JobType | undefined },
): Promise<{ items: Job[]; count: number }> {
  const longEnough = sql`coalesce(${jobs.completedAt}, now()) - ${jobs.createdAt} >= ${shownAfterMillis} * interval '1 millisecond'`
  const where = and(
    eq(jobs.tenantId, tx.tenantId),
    eq(jobs.userId, userId),
    or(longEnough, eq(jobs.status, 'Fail'), inArray(jobs.type, [...listedAlways])),
    page.status === undefined ? undefined : eq(jobs.status, page.status),
    page.type === undefined ? undefined : eq(jobs.type, page.type),
  )
  const rows = await tx.q
    .select(columns)
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
  return { items: rows.map(shown), count: await tx.q.$count(jobs, where) }
}

/** Changes a job that has not ended; returns whether there was one. */
export async function updateUnfinishedJob(
  tx: TenantTransaction,
  id: string,
  change: Partial<
    Pick<typeof jobs.$inferInsert, 'status' | 'progress' | 'note' | 'result' | 'failureReason' | 'failureCode'>
  >,
): Promise<{ userId: string } | undefined> {
  const ends = change.status !== undefined && !unfinished.includes(change.status)
  const [row] = await tx.q
    .update(jobs)
    .set({ ...change, ...(ends && { completedAt: sql`now()`, note: null }) })
    .where(and(isJob(tx, id), inArray(jobs.status, [...unfinished])))
    .returning({ userId: jobs.userId })
  return row
}

/** The displayed details of a job that has created something. */
export async function setJobData(tx: TenantTransaction, id: string, data: Record<string, unknown>): Promise<void> {
  await tx.q.update(jobs).set({ data }).where(isJob(tx, id))
}

/** Resets an ended job; undefined if it has not ended, or has its result. */
export async function resetEndedJob(
  tx: TenantTransaction,
  id: string,
): Promise<{ type: JobType; userId: string } | undefined> {
  const [row] = await tx.q
    .update(jobs)
    .set({
      status: 'Pending',
      progress: 0,
      note: null,
      result: null,
      failureReason: null,
      failureCode: null,
      completedAt: null,
    })
    .where(
      and(
        isJob(tx, id),
        sql`(jobs.status IN ('Fail', 'Cancelled') OR (jobs.status = 'Success' AND EXISTS (
          SELECT FROM job_files f WHERE f.tenant_id = jobs.tenant_id AND f.job_id = jobs.id AND f.expires_at < now())))`,
      ),
    )
    .returning({ type: jobs.type, userId: jobs.userId })
  return row
}

/** How long a job's record is kept after its end. */
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

const columns = {
  ...getTableColumns(jobs),
  // Written as SQL: in a select from one table the builder omits the table's name from its columns.
  resultExpiresAt: sql<string | null>`(SELECT to_char(f.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    FROM job_files f WHERE f.tenant_id = jobs.tenant_id AND f.job_id = jobs.id)`,
}

type Row = typeof jobs.$inferSelect & { readonly resultExpiresAt: string | null }

function shown({ tenantId: _tenant, createdAt, completedAt, ...row }: Row): Job {
  return {
    ...row,
    result: row.result ?? null,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  }
}
