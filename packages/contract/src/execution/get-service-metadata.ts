import { z } from 'zod'
import { defineCall } from '../call.ts'
import { executeErrors } from './engine-address.ts'
import { serviceParams, answeredFields, responseMeta } from './service-answer.ts'

export const getServiceMetadata = defineCall({
  id: 'execution.getServiceMetadata',
  method: 'GET',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/metadata',
  summary: 'The static metadata of a service, served without calculating.',
  caller: 'user',
  keyScope: 'execute',
  visitors: true,
  params: serviceParams,
  output: {
    kind: 'plain',
    schema: z
      .object({
        ...answeredFields,
        response_data: z.object({ outputs: z.record(z.string(), z.unknown()) }),
        response_meta: responseMeta,
      })
      .meta({ id: 'LegacyMetadataAnswer' }),
  },
  errors: executeErrors,
})
