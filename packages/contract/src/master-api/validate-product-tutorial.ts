import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { definitionParams } from './master-api-definition.ts'

export const validateProductTutorial = defineCall({
  id: 'masterApi.validateProductTutorial',
  method: 'POST',
  path: '/api/MasterApiDefinition/ValidateProductTutorial/{product}',
  summary: 'Hold the tutorial of an engine against the published master API definition; each problem is an error.',
  caller: 'user',
  params: definitionParams,
  body: json(z.strictObject({ serviceName: z.string().trim().min(1).max(200) })),
  output: data(z.object({ serviceName: z.string(), isValid: z.literal(true) })),
  errors: [
    'PRODUCT_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'MASTER_API_DEFINITION_NOT_EXISTS',
    'PRODUCT_TUTORIAL_UPLOAD_ERROR',
  ],
})
