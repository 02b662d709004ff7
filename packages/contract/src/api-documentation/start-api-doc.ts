import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { apiDocCall } from './api-doc-request.ts'

export const startApiDoc = defineCall({
  ...apiDocCall,
  id: 'apiDocumentation.startApiDoc',
  path: '/api/v1/apidocumentation/start',
  summary:
    'Make the API documentation of an engine or a product in the background; the job has where it is downloaded.',
  body: json(apiDocCall.body.schema.extend({ form: z.enum(['html', 'pdf']) })),
  output: data(z.object({ jobId: z.uuid() })),
})
