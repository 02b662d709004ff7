import { z } from 'zod'
import { defineCall } from '../call.ts'
import { answeredFields, serviceLogCall } from './service-log.ts'

export const getExecution = defineCall({
  id: 'callLog.getExecution',
  method: 'GET',
  path: '/{tenant}/api/v3/log/getexecutionhistorybycallid/{call}',
  summary: 'Get one call by its id alone, whichever service it was made to, as JSON text.',
  ...serviceLogCall,
  params: z.object({ tenant: z.string().min(1).max(63), call: z.uuid() }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        ...answeredFields,
        response_data: z.string().describe('JSON text of the call: who, when, request and response'),
      })
      .meta({ id: 'LegacyExecution' }),
  },
  errors: ['CALL_NOT_FOUND'],
})
