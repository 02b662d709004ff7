import { z } from 'zod'
import { defineCall } from '../call.ts'
import { servicePath, serviceParams, workbookCounts } from './service.ts'

export const getCompilationProgress = defineCall({
  id: 'engines.getCompilationProgress',
  method: 'GET',
  // The clients' spelling.
  path: `${servicePath}/getcompilationprogess/{jobId}`,
  summary: 'Get how far an upload is.',
  caller: 'user',
  keyScope: 'author',
  params: serviceParams.extend({ jobId: z.uuid() }),
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({
          status: z.enum(['Success', 'Failed', 'InProgress']),
          progress: z.number().min(0).max(100),
          last_error_message: z.string().nullable(),
          ...workbookCounts,
        }),
      })
      .meta({ id: 'CompilationProgressAnswer' }),
  },
  errors: ['PRODUCT_NOT_FOUND', 'JOB_NOT_FOUND', 'FILE_NOT_FOUND'],
})
