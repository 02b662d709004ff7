import { z } from 'zod'
import { defineCall, json } from '../../call.ts'
import { transformAnswer, transformAuthors, transformContent, transformParams } from './transform.ts'

export const saveTransform = defineCall({
  id: 'execution.saveTransform',
  method: 'POST',
  path: '/{tenant}/api/v4/transform/{folder}/{name}',
  summary: 'Save a transform as the next version of its name.',
  ...transformAuthors,
  params: transformParams,
  body: json(z.object({ transform_content: transformContent })),
  output: transformAnswer,
  errors: ['PRODUCT_NOT_FOUND'],
})
