import { z } from 'zod'
import { data } from '../call.ts'
import { job } from './job.ts'

export const jobCancelling = {
  method: 'POST',
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: data(job),
  errors: ['JOB_NOT_FOUND', 'JOB_ALREADY_FINISHED'],
} as const
