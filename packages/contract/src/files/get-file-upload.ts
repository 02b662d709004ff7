import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { fileUpload } from './file-upload.ts'

export const getFileUpload = defineCall({
  id: 'files.getFileUpload',
  method: 'GET',
  path: '/api/filemanager/uploads/{upload}',
  summary: 'Which parts of an upload have arrived.',
  caller: 'user',
  params: z.strictObject({ upload: z.uuid() }),
  output: data(fileUpload),
  errors: ['UPLOAD_NOT_FOUND'],
})
