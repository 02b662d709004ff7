import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineUploadResult } from './upload-result.ts'

export const getUpload = defineCall({
  id: 'engines.getUpload',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/upload/{upload}',
  summary: 'Get what became of an uploaded workbook, by the id of its original file.',
  caller: 'user',
  keyScope: 'author',
  params: z.strictObject({ product: z.string().min(1).max(200), upload: z.uuid() }),
  output: data(
    z.object({
      state: z.enum(['building', 'built', 'failed']),
      jobId: z.uuid().nullable(),
      failure: z
        .object({
          code: z.string(),
          message: z.string(),
          errors: z.array(z.object({ field: z.string(), message: z.string() })),
          correlationId: z.string().describe('Of the upload, as support asks for it'),
        })
        .nullable(),
      result: engineUploadResult.nullable(),
    }),
  ),
  errors: ['FILE_NOT_FOUND'],
})
