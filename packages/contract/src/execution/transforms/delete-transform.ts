import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { transformAuthors, transformParams } from './transform.ts'

export const deleteTransform = defineCall({
  id: 'execution.deleteTransform',
  method: 'DELETE',
  path: '/{tenant}/api/v4/transform/{folder}/{name}',
  summary: 'Delete a transform with all its versions.',
  ...transformAuthors,
  params: transformParams,
  output: {
    kind: 'plain',
    schema: z
      .object({ status: z.literal('Success'), response_data: z.object({ name: z.string(), folder: z.string() }) })
      .meta({ id: 'TransformDeleted' }),
  },
  errors: ['PRODUCT_NOT_FOUND', 'TRANSFORM_NOT_FOUND'],
})
