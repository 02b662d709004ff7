import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { revision } from '../engines/revision.ts'
import { apiProblem, definitionParams } from './master-api-definition.ts'
import { ordinalText } from '../ordinal.ts'

/** An engine checked against the definition. */
export const checkedEngine = z
  .object({
    engineId: z.uuid(),
    serviceName: z.string(),
    revision: revision.nullable(),
    problems: z.array(apiProblem),
  })
  .meta({ id: 'CheckedEngine' })

export type CheckedEngine = z.infer<typeof checkedEngine>

export const checkEngines = defineCall({
  id: 'masterApi.checkEngines',
  method: 'GET',
  path: '/api/MasterApiDefinition/CheckEngines/{product}',
  summary: 'All engines of a product that the caller may see, held against the master API definition.',
  caller: 'user',
  params: definitionParams,
  query: z.strictObject({ version: ordinalText.optional() }),
  output: data(z.array(checkedEngine)),
  errors: ['PRODUCT_NOT_FOUND', 'MASTER_API_DEFINITION_NOT_EXISTS'],
})
