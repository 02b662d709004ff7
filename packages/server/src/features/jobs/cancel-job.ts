import type { Job } from '@sheetwright/contract/jobs/job.ts'
import { cancelJob, cancelTaskQueue } from '@sheetwright/contract/jobs/cancel-job.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { findOwnJob } from './job.access.ts'

async function cancelOwnJob({ db, jobs }: Services, caller: UserIdentity, jobId: string): Promise<Job> {
  return db.inTenant(caller.tenantId, async (tx) => {
    await findOwnJob(tx, caller, jobId)
    const cancelled = await jobs.cancel(tx, jobId)
    if (!cancelled) throw new CallError('JOB_ALREADY_FINISHED', `Job ${jobId} has ended already`)
    return cancelled
  })
}

export const cancelJobHandler = handle(cancelJob, ({ caller, params, services }) =>
  cancelOwnJob(services, caller, params.job),
)

export const cancelTaskQueueHandler = handle(cancelTaskQueue, ({ caller, params, services }) =>
  cancelOwnJob(services, caller, params.job),
)
