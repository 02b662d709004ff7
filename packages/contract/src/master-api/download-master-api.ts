import { z } from 'zod'
import { defineCall } from '../call.ts'
import { definitionParams } from './master-api-definition.ts'
import { ordinalText } from '../ordinal.ts'

export const downloadMasterApi = defineCall({
  id: 'masterApi.downloadMasterApi',
  method: 'GET',
  path: '/api/MasterApiDefinition/Download/{product}',
  summary: 'The master API definition as a CSV file; with `template=true` its headings and an example alone.',
  caller: 'user',
  params: definitionParams,
  query: z.strictObject({
    version: ordinalText.optional(),
    template: z.enum(['true', 'false']).default('false'),
  }),
  output: { kind: 'file', contentType: 'text/csv' },
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
