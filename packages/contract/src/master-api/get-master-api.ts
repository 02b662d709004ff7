import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { apiDefinition, definitionParams } from './master-api-definition.ts'
import { ordinalText } from '../ordinal.ts'

export const getMasterApi = defineCall({
  id: 'masterApi.getMasterApi',
  method: 'GET',
  path: '/api/MasterApiDefinition/Get/{product}',
  summary: 'The master API definition of a product: the published version, else the newest, or the one asked for.',
  caller: 'user',
  params: definitionParams,
  query: z.strictObject({
    version: ordinalText.optional(),
    orNull: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Where the product has no such definition the answer is null, not a refusal'),
  }),
  output: data(apiDefinition.nullable()),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
