import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const cancelFileUpload = defineCall({
  id: 'files.cancelFileUpload',
  method: 'DELETE',
  path: '/api/filemanager/uploads/{upload}',
  summary: 'Give up an upload in parts.',
  caller: 'user',
  params: z.strictObject({ upload: z.uuid() }),
  output: data(z.object({})),
  errors: ['UPLOAD_NOT_FOUND'],
})
