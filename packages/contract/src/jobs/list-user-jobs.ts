import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { job, jobStatus, jobType } from './job.ts'

export const listUserJobs = defineCall({
  id: 'jobs.listUserJobs',
  method: 'GET',
  path: '/api/backgroundjob/GetUserJobs',
  summary: "List the caller's own background jobs that take longer than two seconds, newest first.",
  caller: 'user',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    status: jobStatus.optional().describe('Only jobs in this state'),
    type: jobType.optional().describe('Only jobs of this type'),
  }),
  output: list(job),
  errors: [],
})
