import { getSyncReport } from '@sheetwright/contract/master-references/get-sync-report.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findOwnJob } from '../jobs/job.access.ts'
import { reportOf } from './sync-report.ts'

export const getSyncReportHandler = handle(getSyncReport, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const job = await findOwnJob(tx, caller, params.job)
    if (job.type !== 'SyncDownstream') throw new CallError('JOB_NOT_FOUND', `You have no sync ${params.job}`)
    return reportOf(tx, job.id, job.data)
  }),
)
