import { z } from 'zod'
import { defineCall, list } from '../call.ts'
import { job } from './job.ts'

export const listUserJobs = defineCall({
  id: 'jobs.listUserJobs',
  method: 'GET',
  path: '/api/backgroundjob/GetUserJobs',
  summary: "List the caller's own background jobs that take longer than two seconds, newest first.",
  caller: 'user',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: list(job),
  errors: [],
})
