import { getJob } from '@sheetwright/contract/jobs/get-job.ts'
import { handle } from '../../platform/http/handle.ts'
import { findOwnJob } from './job.access.ts'

export const getJobHandler = handle(getJob, ({ caller, params, services }) =>
  services.db.inTenant(caller.tenantId, (tx) => findOwnJob(tx, caller, params.job)),
)
