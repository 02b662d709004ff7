import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'
import { publishRules } from './publish-gate.ts'

export const getPublishRules = defineCall({
  id: 'testBeds.getPublishRules',
  method: 'GET',
  path: '/api/v1/product/{product}/publishrules',
  summary: 'What a product asks before a version is published.',
  caller: 'user',
  params: z.strictObject({ product: nameOrId }),
  output: data(publishRules),
  errors: ['PRODUCT_NOT_FOUND'],
})
