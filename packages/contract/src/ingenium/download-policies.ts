import { z } from 'zod'
import { defineCall } from '../call.ts'

export const downloadPolicies = defineCall({
  id: 'ingenium.downloadPolicies',
  method: 'GET',
  path: '/api/v1/ingenium/download/{run}/{part}',
  summary: 'Download the result, the rejects or the log of a policy run that has ended.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  params: z.strictObject({ run: z.uuid(), part: z.enum(['result', 'rejects', 'log']) }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['POLICY_RUN_NOT_FOUND', 'FILE_NOT_FOUND'],
})
