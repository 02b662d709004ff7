import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { job } from './job.ts'

export const retryJob = defineCall({
  id: 'jobs.retryJob',
  method: 'POST',
  path: '/api/backgroundjob/RetryJob/{job}',
  summary:
    "Run one of the caller's own background jobs again that failed, was cancelled, or whose file has expired. It keeps its id.",
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: data(job),
  errors: ['JOB_NOT_FOUND', 'JOB_NOT_RETRYABLE'],
})
