import { cancelJob } from '@sheetwright/contract/jobs/cancel-job.ts'
import { handle } from '../../platform/http/handle.ts'
import { cancelOwnJob } from './cancel-own-job.ts'

export const cancelJobHandler = handle(cancelJob, ({ caller, params, services }) =>
  cancelOwnJob(services, caller, params.job),
)
