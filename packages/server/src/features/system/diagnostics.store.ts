import { sql } from 'drizzle-orm'
import type { SystemTransaction, TenantTransaction } from '../../platform/db/database.ts'

/** The storage that a tenant's contents use, and how many of its mails wait. */
export async function storageOf(
  tx: TenantTransaction,
): Promise<{ contents: number; bytes: number; waitingMails: number; failedMails: number }> {
  const { rows } = await tx.q.execute<{ contents: number; bytes: number; waiting: number; failed: number }>(sql`
    SELECT count(*)::int AS contents, coalesce(sum(size), 0)::float8 AS bytes,
      (SELECT count(*)::int FROM mails WHERE tenant_id = ${tx.tenantId} AND sent_at IS NULL AND last_error IS NULL) AS waiting,
      (SELECT count(*)::int FROM mails WHERE tenant_id = ${tx.tenantId} AND sent_at IS NULL AND last_error IS NOT NULL) AS failed
    FROM stored_files WHERE tenant_id = ${tx.tenantId}`)
  const [row] = rows
  return {
    contents: row?.contents ?? 0,
    bytes: row?.bytes ?? 0,
    waitingMails: row?.waiting ?? 0,
    failedMails: row?.failed ?? 0,
  }
}

/** Waiting and running jobs of all tenants, and how long the oldest has waited. */
export async function queueDepth(
  tx: SystemTransaction,
): Promise<{ waiting: number; running: number; oldestSeconds: number }> {
  const { rows } = await tx.q.execute<{ waiting: number; running: number; oldest: number }>(sql`
    SELECT count(*) FILTER (WHERE leased_until IS NULL OR leased_until < now())::int AS waiting,
      count(*) FILTER (WHERE leased_until >= now())::int AS running,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (
        WHERE run_at <= now() AND (leased_until IS NULL OR leased_until < now()))), 0)::float8 AS oldest
    FROM job_queue`)
  const [row] = rows
  return { waiting: row?.waiting ?? 0, running: row?.running ?? 0, oldestSeconds: row?.oldest ?? 0 }
}
