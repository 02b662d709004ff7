import type { JobType } from '@sheetwright/contract/jobs/job.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from '../db/database.ts'
import { jobQueue, jobTurns } from '../db/schema/jobs.ts'

/** A job claimed by a worker. `attempts` counts this one; together with the worker it identifies the current holder. */
export interface ClaimedJob {
  readonly tenantId: string
  readonly jobId: string
  readonly type: JobType
  readonly attempts: number
  readonly cancelRequested: boolean
}

export async function queueJob(
  tx: TenantTransaction,
  job: { jobId: string; type: JobType; priority: number; delaySeconds: number },
): Promise<void> {
  const { delaySeconds, ...row } = job
  await tx.q.insert(jobQueue).values({ tenantId: tx.tenantId, ...row, runAt: inSeconds(delaySeconds) })
}

/**
 * What a worker's last free slots are reserved for: a kind of job that its tenant is not running yet, or a tenant that
 * runs nothing.
 */
export type Reserve = 'nothing' | 'new kind' | 'idle tenant'

/** Queues a job that was in the queue before. A run of it that is still stopping no longer counts. */
export async function requeueJob(
  tx: TenantTransaction,
  { jobId, type }: { jobId: string; type: JobType },
): Promise<void> {
  await tx.q.delete(jobQueue).where(and(eq(jobQueue.tenantId, tx.tenantId), eq(jobQueue.jobId, jobId)))
  await queueJob(tx, { jobId, type, priority: 0, delaySeconds: 0 })
}

/**
 * Claims the next job for a worker. The tenant with the fewest running jobs comes first, among equals the one that
 * waited longest for its turn: a tenant that queues thousands does not block the others. Jobs whose worker stopped
 * renewing its lease can be claimed again.
 */
export async function claimJob(
  tx: SystemTransaction,
  workerId: string,
  types: readonly JobType[],
  leaseSeconds: number,
  reserve: Reserve = 'nothing',
): Promise<ClaimedJob | undefined> {
  const { rows } = await tx.q.execute<{ tenant_id: string; job_id: string }>(sql`
    WITH RECURSIVE queued(tenant_id) AS (
      (SELECT tenant_id FROM job_queue ORDER BY tenant_id LIMIT 1)
      UNION ALL
      SELECT (SELECT q.tenant_id FROM job_queue q WHERE q.tenant_id > queued.tenant_id ORDER BY q.tenant_id LIMIT 1)
      FROM queued WHERE queued.tenant_id IS NOT NULL
    )
    SELECT head.tenant_id, head.job_id
    FROM queued
    CROSS JOIN LATERAL (
      SELECT q.tenant_id, q.job_id FROM job_queue q
      WHERE q.tenant_id = queued.tenant_id AND q.run_at <= now()
        AND (q.leased_until IS NULL OR q.leased_until < now())
        AND q.type = ANY (${sql.param([...types])}::text[])
        AND ${fitsReserve[reserve]}
      ORDER BY q.priority, q.run_at LIMIT 1
      FOR UPDATE SKIP LOCKED
    ) head
    LEFT JOIN job_turns turn ON turn.tenant_id = head.tenant_id
    ORDER BY
      (SELECT count(*) FROM job_queue r WHERE r.tenant_id = head.tenant_id AND r.leased_until >= now()),
      turn.last_turn NULLS FIRST
    LIMIT 1`)
  const [next] = rows
  if (!next) return undefined
  await tx.q
    .insert(jobTurns)
    .values({ tenantId: next.tenant_id, lastTurn: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: jobTurns.tenantId, set: { lastTurn: sql`clock_timestamp()` } })
  const [claimed] = await tx.q
    .update(jobQueue)
    .set({ workerId, leasedUntil: inSeconds(leaseSeconds), attempts: sql`${jobQueue.attempts} + 1` })
    .where(and(eq(jobQueue.tenantId, next.tenant_id), eq(jobQueue.jobId, next.job_id)))
    .returning({
      tenantId: jobQueue.tenantId,
      jobId: jobQueue.jobId,
      type: jobQueue.type,
      attempts: jobQueue.attempts,
      cancelRequested: jobQueue.cancelRequested,
    })
  return claimed
}

const fitsReserve = {
  nothing: sql`true`,
  'new kind': sql`NOT EXISTS (
    SELECT FROM job_queue r WHERE r.tenant_id = q.tenant_id AND r.type = q.type AND r.leased_until >= now())`,
  'idle tenant': sql`NOT EXISTS (SELECT FROM job_queue r WHERE r.tenant_id = q.tenant_id AND r.leased_until >= now())`,
} as const satisfies Record<Reserve, unknown>

/** Number of waiting and running jobs of each type, and the longest waiting time. */
export async function countQueue(tx: SystemTransaction) {
  const { rows } = await tx.q.execute<{ type: string; waiting: number; running: number; oldest: number }>(sql`
    SELECT type,
      count(*) FILTER (WHERE NOT held)::int AS waiting,
      count(*) FILTER (WHERE held)::int AS running,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE NOT held AND run_at <= now())), 0)::float8 AS oldest
    FROM (SELECT type, run_at, coalesce(leased_until >= now(), false) AS held FROM job_queue) q
    GROUP BY type`)
  return rows
}

/** Renews all leases of a worker; returns the jobs it still holds, and which of them to cancel. */
export async function renewLeases(
  tx: SystemTransaction,
  workerId: string,
  leaseSeconds: number,
): Promise<ClaimedJob[]> {
  return tx.q
    .update(jobQueue)
    .set({ leasedUntil: inSeconds(leaseSeconds) })
    .where(eq(jobQueue.workerId, workerId))
    .returning({
      tenantId: jobQueue.tenantId,
      jobId: jobQueue.jobId,
      type: jobQueue.type,
      attempts: jobQueue.attempts,
      cancelRequested: jobQueue.cancelRequested,
    })
}

/** Removes a job from the queue if the worker still holds it; false if it was taken over. */
export async function dropHeldJob(tx: TenantTransaction, workerId: string, held: ClaimedJob): Promise<boolean> {
  const rows = await tx.q.delete(jobQueue).where(isHeld(workerId, held)).returning({ jobId: jobQueue.jobId })
  return rows.length > 0
}

/** Returns a job to the queue for a later attempt. */
export async function releaseHeldJob(
  tx: TenantTransaction,
  workerId: string,
  held: ClaimedJob,
  again: { delaySeconds: number; countsAsAttempt: boolean },
): Promise<void> {
  await tx.q
    .update(jobQueue)
    .set({
      workerId: null,
      leasedUntil: null,
      runAt: inSeconds(again.delaySeconds),
      ...(!again.countsAsAttempt && { attempts: sql`${jobQueue.attempts} - 1` }),
    })
    .where(isHeld(workerId, held))
}

/** Removes a waiting job from the queue, or asks its worker to stop. */
export async function withdrawJob(tx: TenantTransaction, jobId: string): Promise<void> {
  const own = and(eq(jobQueue.tenantId, tx.tenantId), eq(jobQueue.jobId, jobId))
  await tx.q.delete(jobQueue).where(and(own, sql`(${jobQueue.leasedUntil} IS NULL OR ${jobQueue.leasedUntil} < now())`))
  await tx.q.update(jobQueue).set({ cancelRequested: true }).where(own)
}

function isHeld(workerId: string, held: ClaimedJob) {
  return and(
    eq(jobQueue.tenantId, held.tenantId),
    eq(jobQueue.jobId, held.jobId),
    eq(jobQueue.workerId, workerId),
    eq(jobQueue.attempts, held.attempts),
  )
}

function inSeconds(seconds: number) {
  return sql`now() + ${seconds} * interval '1 second'`
}
