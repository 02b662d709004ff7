import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findJob } from '../../platform/jobs/job.store.ts'

/** A job belongs to its user: for everybody else it does not exist. */
export async function findOwnJob(tx: TenantTransaction, caller: UserIdentity, jobId: string): Promise<Job> {
  const job = await findJob(tx, jobId)
  if (job?.userId !== caller.userId) throw new CallError('JOB_NOT_FOUND', `You have no job ${jobId}`)
  return job
}
