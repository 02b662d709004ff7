import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { definitionParams } from './master-api-definition.ts'

export const deleteMasterApi = defineCall({
  id: 'masterApi.deleteMasterApi',
  method: 'DELETE',
  path: '/api/MasterApiDefinition/delete/{product}',
  summary: 'Delete the master API definition of a product with all its versions.',
  caller: 'user',
  params: definitionParams,
  output: data(z.object({ versions: z.int() })),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
