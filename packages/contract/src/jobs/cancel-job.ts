import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { job } from './job.ts'

const declaration = {
  method: 'POST',
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: data(job),
  errors: ['JOB_NOT_FOUND', 'JOB_ALREADY_FINISHED'],
} as const

export const cancelJob = defineCall({
  ...declaration,
  id: 'jobs.cancelJob',
  path: '/api/backgroundjob/CancelJob/{job}',
  summary: "Cancel one of the caller's own background jobs. A running one stops at its next safe point.",
})

export const cancelTaskQueue = defineCall({
  ...declaration,
  id: 'jobs.cancelTaskQueue',
  path: '/api/backgroundjob/CancelTaskQueue/{job}',
  summary: 'Cancel a queued run by its queue id, which is the id of its job.',
})
