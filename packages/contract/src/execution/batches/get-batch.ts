import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { batchCallers, batchData, batchParams, batchRequest } from './batch.ts'

const counts = z.object({ submitted: z.int(), retried: z.int(), completed: z.int(), failed: z.int() })

export const getBatch = defineCall({
  id: 'execution.getBatch',
  method: 'GET',
  path: '/{tenant}/api/v4/batch/{batch}',
  summary: 'Get a batch: what it is computed with, and a summary of its chunks and records.',
  ...batchCallers,
  params: batchParams,
  output: {
    kind: 'plain',
    schema: z
      .object({
        object: z.literal('batch'),
        id: z.uuid(),
        data: batchData.extend({
          summary: z.object({
            chunks: counts,
            records: counts,
            input_size_bytes: z.int(),
            output_size_bytes: z.int(),
            compute_time_ms: z.number(),
            elapsed_time_ms: z.number(),
          }),
          configuration: batchRequest,
        }),
      })
      .meta({ id: 'BatchAnswer' }),
  },
  errors: ['BATCH_NOT_FOUND'],
})
