import { defineCall } from '../../call.ts'
import { transformAnswer, transformAuthors, transformParams } from './transform.ts'

export const getTransform = defineCall({
  id: 'execution.getTransform',
  method: 'GET',
  path: '/{tenant}/api/v4/transform/{folder}/{name}',
  summary: 'Get a transform of a folder as it is now.',
  ...transformAuthors,
  params: transformParams,
  output: transformAnswer,
  errors: ['PRODUCT_NOT_FOUND', 'TRANSFORM_NOT_FOUND'],
})
