import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { batchCallers, batchParams, batchProgress } from './batch.ts'

export const endBatch = defineCall({
  id: 'execution.endBatch',
  method: 'PATCH',
  path: '/{tenant}/api/v4/batch/{batch}',
  summary: 'Close a batch, so that it takes no more chunks and its results can still be fetched, or cancel it.',
  ...batchCallers,
  params: batchParams,
  body: json(z.object({ batch_status: z.enum(['closed', 'cancelled']) })),
  output: {
    kind: 'plain',
    schema: z.object({ object: z.literal('batch'), id: z.uuid(), meta: batchProgress }).meta({ id: 'BatchEnded' }),
  },
  errors: ['BATCH_NOT_FOUND', 'BATCH_ENDED'],
})
