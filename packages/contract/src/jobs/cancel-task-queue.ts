import { defineCall } from '../call.ts'
import { jobCancelling } from './job-cancelling.ts'

export const cancelTaskQueue = defineCall({
  ...jobCancelling,
  id: 'jobs.cancelTaskQueue',
  path: '/api/backgroundjob/CancelTaskQueue/{job}',
  summary: 'Cancel a queued run by its queue id, which is the id of its job.',
})
