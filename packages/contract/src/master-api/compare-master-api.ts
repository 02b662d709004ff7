import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { apiField, apiProblem, definitionParams } from './master-api-definition.ts'
import { ordinalText } from '../ordinal.ts'

export const apiChange = z
  .object({
    name: z.string(),
    direction: z.enum(['input', 'output']),
    before: apiField.nullable(),
    after: apiField.nullable(),
    changed: z.array(z.string()).describe('Properties of the field that differ'),
  })
  .meta({ id: 'ApiChange' })

export const compareMasterApi = defineCall({
  id: 'masterApi.compareMasterApi',
  method: 'GET',
  path: '/api/MasterApiDefinition/Compare/{product}',
  summary:
    'What changed between two versions, which engines the change would break, and who called those in the last 30 days.',
  caller: 'user',
  params: definitionParams,
  query: z.strictObject({ from: ordinalText, to: ordinalText }),
  output: data(
    z.object({
      changes: z.array(apiChange),
      breaks: z.array(
        z.object({
          engineId: z.uuid(),
          serviceName: z.string(),
          problems: z.array(apiProblem).describe('That the engine did not have before'),
          callers: z.array(z.object({ name: z.string(), calls: z.int() })),
        }),
      ),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
