import type { Handler } from '../../platform/http/handle.ts'
import { cancelJobHandler } from './cancel-job.ts'
import { cancelTaskQueueHandler } from './cancel-task-queue.ts'
import { downloadJobFileHandler } from './download-job-file.ts'
import { getJobHandler } from './get-job.ts'
import { retryJobHandler } from './retry-job.ts'
import { listUserJobsHandler } from './list-user-jobs.ts'

export const jobRoutes: readonly Handler[] = [
  listUserJobsHandler,
  getJobHandler,
  downloadJobFileHandler,
  cancelJobHandler,
  retryJobHandler,
  cancelTaskQueueHandler,
]
