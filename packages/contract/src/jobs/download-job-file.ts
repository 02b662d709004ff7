import { z } from 'zod'
import { defineCall } from '../call.ts'

export const downloadJobFile = defineCall({
  id: 'jobs.downloadJobFile',
  method: 'GET',
  path: '/api/backgroundjob/download/{job}',
  summary: "Download the file that one of the caller's own background jobs has made, within seven days.",
  caller: 'user',
  params: z.strictObject({ job: z.uuid() }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['JOB_NOT_FOUND', 'FILE_NOT_FOUND', 'JOB_RESULT_EXPIRED'],
})
