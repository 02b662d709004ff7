import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { folderParams, storedTransform, transformAuthors } from './transform.ts'

export const listTransforms = defineCall({
  id: 'execution.listTransforms',
  method: 'POST',
  path: '/{tenant}/api/v4/transform/list/{folder}',
  summary: 'List the transforms of a folder.',
  ...transformAuthors,
  params: folderParams,
  body: json(
    z
      .object({
        request_data: z
          .object({
            page: z.int().min(1).default(1),
            pageSize: z.int().min(1).max(1000).default(100),
          })
          .prefault({}),
      })
      .prefault({}),
  ),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({ transforms: z.array(storedTransform), count: z.int() }),
      })
      .meta({ id: 'TransformList' }),
  },
  errors: ['PRODUCT_NOT_FOUND'],
})
