import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findOwnJob } from './job.access.ts'

export async function cancelOwnJob({ db, jobs }: Services, caller: UserIdentity, jobId: string): Promise<Job> {
  return db.inTenant(caller.tenantId, async (tx) => {
    await findOwnJob(tx, caller, jobId)
    const cancelled = await jobs.cancel(tx, jobId)
    if (!cancelled) throw new CallError('JOB_ALREADY_FINISHED', `Job ${jobId} has ended already`)
    return cancelled
  })
}
