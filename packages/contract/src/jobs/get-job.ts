import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { job } from './job.ts'

export const getJob = defineCall({
  id: 'jobs.getJob',
  method: 'GET',
  path: '/api/backgroundjob/getJob/{job}',
  summary: "Get one of the caller's own background jobs.",
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: data(job),
  errors: ['JOB_NOT_FOUND'],
})
