import { z } from 'zod'
import { defineCall, json, withContent } from '../../call.ts'
import { batchCallers, batchParams, batchProgress } from './batch.ts'

/** Outputs to sum over the records of a chunk. */
export const chunkSummary = z.object({
  ignore_error: z.boolean().nullish(),
  aggregation: z
    .array(z.object({ output_name: z.string().max(250), operator: z.string().max(20) }))
    .max(100)
    .nullish(),
})

export const chunkData = z.object({
  inputs: z.array(z.unknown()).max(20_001).describe('Objects, or lists of values below a list of headings'),
  parameters: z.record(z.string().max(250), z.unknown()).nullish().describe('Inputs that all records share'),
  summary: chunkSummary.nullish(),
})

export type ChunkData = z.output<typeof chunkData>

export const addChunks = defineCall({
  id: 'execution.addChunks',
  method: 'POST',
  path: '/{tenant}/api/v4/batch/{batch}/chunks',
  summary:
    'Add chunks of records to a batch. A chunk that was sent before is not added again; its id with other records is refused.',
  ...batchCallers,
  params: batchParams,
  body: json(
    z
      .object({
        chunks: z
          .array(z.object({ id: z.string().min(1).max(200), size: z.int().nullish(), data: chunkData }))
          .min(1)
          .max(1000),
      })
      .meta({ id: 'BatchChunks' }),
    withContent,
  ),
  output: { kind: 'plain', schema: batchProgress },
  errors: ['BATCH_NOT_FOUND', 'BATCH_ENDED', 'ENGINE_NOT_FOUND'],
})
