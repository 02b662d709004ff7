import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { checkedEngine } from './check-engines.ts'
import { definitionParams } from './master-api-definition.ts'

export const getProductTutorials = defineCall({
  id: 'masterApi.getProductTutorials',
  method: 'GET',
  path: '/api/MasterApiDefinition/GetProductTutorials/{product}',
  summary: 'The tutorials of a product, each held against the published master API definition.',
  caller: 'user',
  params: definitionParams,
  output: data(z.array(z.object({ ...checkedEngine.shape, isValid: z.boolean() }))),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
