import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { apiDefinition, apiField, definitionParams, mostFields } from './master-api-definition.ts'

export const saveMasterApi = defineCall({
  id: 'masterApi.saveMasterApi',
  method: 'POST',
  path: '/api/MasterApiDefinition/Save/{product}',
  summary: 'Add a version of the master API definition from its fields.',
  caller: 'user',
  params: definitionParams,
  body: json(z.strictObject({ fields: z.array(apiField).min(1).max(mostFields) }), withContent),
  output: data(apiDefinition),
  errors: ['PRODUCT_NOT_FOUND', 'INVALID_MASTER_API_DEFINITION'],
})
