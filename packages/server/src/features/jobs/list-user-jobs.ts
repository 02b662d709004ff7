import { listUserJobs } from '@sheetwright/contract/jobs/list-user-jobs.ts'
import { handle } from '../../platform/http/handle.ts'
import { listJobsOfUser } from '../../platform/jobs/job.store.ts'

export const listUserJobsHandler = handle(listUserJobs, ({ caller, query, services }) =>
  services.db.inTenant(caller.tenantId, (tx) => listJobsOfUser(tx, caller.userId, query)),
)
