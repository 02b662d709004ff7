import { defineCall } from '../call.ts'
import { jobCancelling } from './job-cancelling.ts'

export const cancelJob = defineCall({
  ...jobCancelling,
  id: 'jobs.cancelJob',
  path: '/api/backgroundjob/CancelJob/{job}',
  summary: "Cancel one of the caller's own background jobs. A running one stops at its next safe point.",
})
