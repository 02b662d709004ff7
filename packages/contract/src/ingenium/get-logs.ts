import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { logRequest, policyLogLine } from './policy-run.ts'

export const getLogs = defineCall({
  id: 'ingenium.getLogs',
  method: 'POST',
  path: '/api/v1/ingenium/getlogs',
  summary: 'Read the log of a policy run record by record, page by page.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: json(logRequest),
  output: data(z.object({ logRequest, ingeniumLogs: z.array(policyLogLine), total: z.int(), totalPages: z.int() })),
  errors: ['POLICY_RUN_NOT_FOUND'],
})
