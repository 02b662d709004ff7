import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { jobFiles } from '../../platform/db/schema/job-files.ts'

export interface JobFile {
  readonly hash: string
  readonly fileName: string
}

/** The download address of a job's file, which is the result of jobs that make one. */
export function jobFileUrl(jobId: string): string {
  return `/api/backgroundjob/download/${jobId}`
}

/** Stores a job's file; a job that runs again after a crash replaces it. */
export async function saveJobFile(tx: TenantTransaction, jobId: string, file: JobFile): Promise<void> {
  await tx.q
    .insert(jobFiles)
    .values({ tenantId: tx.tenantId, jobId, ...file })
    .onConflictDoUpdate({
      target: [jobFiles.tenantId, jobFiles.jobId],
      set: { ...file, expiresAt: sql`now() + interval '7 days'` },
    })
}

export async function findJobFile(
  tx: TenantTransaction,
  jobId: string,
): Promise<(JobFile & { readonly isExpired: boolean }) | undefined> {
  const rows = await tx.q
    .select({
      hash: jobFiles.hash,
      fileName: jobFiles.fileName,
      isExpired: sql<boolean>`${jobFiles.expiresAt} < now()`,
    })
    .from(jobFiles)
    .where(and(eq(jobFiles.tenantId, tx.tenantId), eq(jobFiles.jobId, jobId)))
  return rows[0]
}

/** Drops files that can no longer be downloaded, and returns how many. Files of waiting jobs stay. */
export async function dropExpiredJobFiles(tx: TenantTransaction): Promise<number> {
  const { rowCount } = await tx.q.execute(sql`
    DELETE FROM job_files f USING jobs j
    WHERE f.tenant_id = ${tx.tenantId} AND j.tenant_id = f.tenant_id AND j.id = f.job_id
      AND j.completed_at IS NOT NULL AND f.expires_at < now() - interval '30 days'`)
  return rowCount ?? 0
}
