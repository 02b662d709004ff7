import { z } from 'zod'
import { defineCall } from '../call.ts'
import { buildRefusals, jsonText, maxWorkbookBytes } from './engine-upload.ts'
import { publishingFields, servicePath, serviceParams, workbookCounts } from './service.ts'

const uploadRequest = jsonText.pipe(z.object({ request_data: z.object(publishingFields).prefault({}) }))

export const uploadService = defineCall({
  id: 'engines.uploadService',
  method: 'POST',
  path: `${servicePath}/upload`,
  summary:
    'Upload a workbook as a new service of a folder, or as the next version of one. Answers at once with the job that compiles ' +
    'it; what is counted in the workbook is known when the job has ended.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: serviceParams,
  body: {
    kind: 'form',
    schema: z.object({ engineUploadRequestEntity: uploadRequest.describe('JSON text with request_data') }),
    files: { serviceFile: { required: true, maxBytes: maxWorkbookBytes, description: 'The workbook' } },
  },
  output: {
    kind: 'plain',
    schema: z
      .object({
        status: z.literal('Success'),
        response_data: z.object({
          original_file_documentid: z.uuid(),
          engine_file_documentid: z.uuid(),
          nodegen_compilation_jobid: z.uuid(),
          ...workbookCounts,
        }),
      })
      .meta({ id: 'ServiceUploadAnswer' }),
  },
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'INVALID_FILE_TYPE', ...buildRefusals],
})
