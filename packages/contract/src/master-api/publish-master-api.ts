import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { apiDefinition, apiMode, definitionParams } from './master-api-definition.ts'
import { ordinal } from '../ordinal.ts'

export const publishMasterApi = defineCall({
  id: 'masterApi.publishMasterApi',
  method: 'POST',
  path: '/api/MasterApiDefinition/publish/{product}',
  summary:
    'Publish a version: uploads of engines are held against it from then on. The mode says whether they warn or block.',
  caller: 'user',
  params: definitionParams,
  body: json(
    z
      .strictObject({
        version: ordinal.optional().describe('The newest unless given'),
        mode: apiMode.optional(),
      })
      .prefault({}),
  ),
  output: data(apiDefinition),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
