import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { transformAuthors, transformContent } from './transform.ts'

export const validateTransform = defineCall({
  id: 'execution.validateTransform',
  method: 'POST',
  path: '/{tenant}/api/v4/transform/validation',
  summary: 'Say whether a transform could be saved; what is wrong with it is in the errors.',
  ...transformAuthors,
  params: z.object({ tenant: z.string().min(1).max(63) }),
  body: json(z.object({ transform_content: transformContent })),
  output: {
    kind: 'plain',
    schema: z
      .object({ status: z.literal('Success'), response_data: z.object({ is_valid: z.literal(true) }) })
      .meta({ id: 'TransformValid' }),
  },
  errors: [],
})
