import { cancelTaskQueue } from '@sheetwright/contract/jobs/cancel-task-queue.ts'
import { handle } from '../../platform/http/handle.ts'
import { cancelOwnJob } from './cancel-own-job.ts'

export const cancelTaskQueueHandler = handle(cancelTaskQueue, ({ caller, params, services }) =>
  cancelOwnJob(services, caller, params.job),
)
