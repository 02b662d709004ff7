import { z } from 'zod'
import { defineCall, json } from '../call.ts'
import { serviceLogCall, serviceParams, answeredFields } from './service-log.ts'

export const getServiceCall = defineCall({
  id: 'callLog.getServiceCall',
  method: 'POST',
  path: '/{tenant}/api/v3/folders/{folder}/services/{service}/log',
  summary: 'Get one call of a service with its inputs and results, by its call id.',
  ...serviceLogCall,
  params: serviceParams,
  body: json(z.object({ request_data: z.object({ call_id: z.uuid() }) })),
  output: {
    kind: 'plain',
    schema: z
      .object({
        ...answeredFields,
        response_data: z.object({
          call_id: z.uuid(),
          timestamp: z.string(),
          version_id: z.uuid().nullable(),
          version: z.string().nullable(),
          username: z.string(),
          call_purpose: z.string(),
          source_system: z.string(),
          correlation_id: z.string(),
          process_time: z.number(),
          is_batch_call: z.boolean(),
          request: z.unknown(),
          response: z.unknown(),
        }),
      })
      .meta({ id: 'LegacyCall' }),
  },
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})
