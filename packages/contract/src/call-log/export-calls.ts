import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { callFilterFields } from './call-record.ts'

export const exportCalls = defineCall({
  id: 'callLog.exportCalls',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/logs/{engine}/Download',
  summary: 'Write the calls of an engine into a CSV or JSON file in the background; the result of the job is its Url.',
  caller: 'user',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: engineAddress,
  body: json(z.strictObject({ Format: z.enum(['CSV', 'JSON']).default('CSV'), ...callFilterFields }).prefault({})),
  output: data(z.object({ jobId: z.uuid() })),
  errors: ['ENGINE_NOT_FOUND'],
})
