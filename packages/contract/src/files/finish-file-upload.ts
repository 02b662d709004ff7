import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { file } from './file-entry.ts'

export const finishFileUpload = defineCall({
  id: 'files.finishFileUpload',
  method: 'POST',
  path: '/api/filemanager/uploads/{upload}/finish',
  summary: 'Make a file, or a version of one, from the parts of an upload once all have arrived.',
  caller: 'user',
  params: z.strictObject({ upload: z.uuid() }),
  output: data(file),
  errors: [
    'UPLOAD_NOT_FOUND',
    'UPLOAD_INCOMPLETE',
    'FOLDER_NOT_FOUND',
    'ENTRY_ALREADY_EXISTS',
    'INVALID_FILE_TYPE',
    'FILE_SIZE_LIMIT_EXCEEDED',
  ],
})
