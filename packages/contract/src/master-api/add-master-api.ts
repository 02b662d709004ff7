import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { apiDefinition, definitionParams } from './master-api-definition.ts'

export const addMasterApi = defineCall({
  id: 'masterApi.addMasterApi',
  method: 'POST',
  path: '/api/MasterApiDefinition/add/{product}',
  summary:
    'Add a version of the master API definition from a file: xlsx or csv with one row a field, json, or an OpenAPI document ' +
    '(its request and response schemas).',
  caller: 'user',
  params: definitionParams,
  body: {
    kind: 'form',
    schema: z.strictObject({}),
    files: { file: { required: true, maxBytes: 10 * 1024 * 1024, description: 'The definition' } },
  },
  output: data(apiDefinition),
  errors: [
    'PRODUCT_NOT_FOUND',
    'INVALID_FILE_TYPE',
    'INVALID_MASTER_API_DEFINITION',
    'CORRUPT_EXCEL_FILE_FOR_TYPE1',
    'ENGINE_BUILD_LIMIT_EXCEEDED',
  ],
})
