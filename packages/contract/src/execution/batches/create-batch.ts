import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { executeErrors } from '../engine-address.ts'
import { batchCallers, batchData, batchRequest, tenantParams } from './batch.ts'

export const createBatch = defineCall({
  id: 'execution.createBatch',
  method: 'POST',
  path: '/{tenant}/api/v4/batch',
  summary:
    'Begin a batch for large numbers of records: they are sent in chunks, and their results are fetched in chunks.',
  ...batchCallers,
  params: tenantParams,
  body: json(batchRequest),
  output: {
    kind: 'plain',
    schema: z.object({ object: z.literal('batch'), id: z.uuid(), data: batchData }).meta({ id: 'BatchCreated' }),
  },
  errors: executeErrors,
})
