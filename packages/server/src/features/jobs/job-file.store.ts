import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { jobFiles } from '../../platform/db/schema/job-files.ts'

export interface JobFile {
  readonly hash: string
  readonly fileName: string
}

/** Where the file of a job is downloaded: the result of jobs that make one. */
export function jobFileUrl(jobId: string): string {
  return `/api/backgroundjob/download/${jobId}`
}

/** Keeps what a job made; one that runs again after a crash makes it again. */
export async function saveJobFile(tx: TenantTransaction, jobId: string, file: JobFile): Promise<void> {
  await tx.q
    .insert(jobFiles)
    .values({ tenantId: tx.tenantId, jobId, ...file })
    .onConflictDoUpdate({ target: [jobFiles.tenantId, jobFiles.jobId], set: file })
}

export async function findJobFile(tx: TenantTransaction, jobId: string): Promise<JobFile | undefined> {
  const rows = await tx.q
    .select({ hash: jobFiles.hash, fileName: jobFiles.fileName })
    .from(jobFiles)
    .where(and(eq(jobFiles.tenantId, tx.tenantId), eq(jobFiles.jobId, jobId)))
  return rows[0]
}
