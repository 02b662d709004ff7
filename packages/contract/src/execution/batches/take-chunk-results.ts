import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { batchCallers, batchParams, batchProgress } from './batch.ts'

export const takeChunkResults = defineCall({
  id: 'execution.takeChunkResults',
  method: 'GET',
  path: '/{tenant}/api/v4/batch/{batch}/chunkresults',
  summary: 'Fetch the results of finished chunks. Each chunk is given once.',
  ...batchCallers,
  params: batchParams,
  query: z.object({ max_chunks: z.coerce.number().int().min(1).max(1000).default(100) }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        data: z.array(
          z.object({
            id: z.string(),
            summary_output: z.array(z.unknown()).nullable(),
            outputs: z.array(z.unknown()),
            warnings: z.array(z.unknown()),
            errors: z.array(z.unknown()),
            process_time: z.array(z.number()),
          }),
        ),
        status: batchProgress,
      })
      .meta({ id: 'BatchResults' }),
  },
  errors: ['BATCH_NOT_FOUND', 'BATCH_ENDED'],
})
