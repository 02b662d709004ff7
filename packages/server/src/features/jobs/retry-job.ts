import { retryableJobTypes } from '@sheetwright/contract/jobs/job.ts'
import { retryJob } from '@sheetwright/contract/jobs/retry-job.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { setJobData } from '../../platform/jobs/job.store.ts'
import { findOwnJob } from './job.access.ts'
import { findJobFile } from './job-file.store.ts'
import { dataForRetry } from './retry.access.ts'

export const retryJobHandler = handle(retryJob, ({ caller, params, services: { db, files, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const job = await findOwnJob(tx, caller, params.job)
    const notNow = new CallError('JOB_NOT_RETRYABLE', `Job ${job.id} cannot be run again`)
    if (!retryableJobTypes.has(job.type)) throw notNow
    // An upload is retried from its original zip.
    const file = job.type === 'UploadFolder' ? await findJobFile(tx, job.id) : undefined
    if (job.type === 'UploadFolder' && (file === undefined || file.isExpired)) throw notNow
    const data = await dataForRetry({ tx, files }, caller, job)
    if (data === undefined) throw notNow
    const again = await jobs.retry(tx, job.id)
    if (again === undefined) throw notNow
    await setJobData(tx, job.id, data)
    return { ...again, data }
  }),
)
