import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { uploadCall, uploadRefusals } from './engine-upload.ts'

export const startUpload = defineCall({
  ...uploadCall,
  id: 'engines.startUpload',
  path: '/api/v1/product/{product}/engines/startadd',
  summary:
    'Upload a workbook as `add` does, and answer at once: the background job tells how far it is, and has the upload result ' +
    'when it is done.',
  output: data(z.object({ jobId: z.uuid(), originalFileDocumentId: z.uuid() })),
  errors: [...uploadRefusals],
})
