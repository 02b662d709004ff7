import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entryName, filesRootId } from './file-entry.ts'
import { fileUpload } from './file-upload.ts'

export const startFileUpload = defineCall({
  id: 'files.startFileUpload',
  method: 'POST',
  path: '/api/filemanager/uploads',
  summary:
    'Begin an upload in parts, which can be continued after the connection was lost. An upload that is not finished within ' +
    'two days is forgotten.',
  caller: 'user',
  body: json(
    z.strictObject({
      folderId: z.uuid().default(filesRootId),
      path: z.string().max(10_000).default('').describe('Folders below that one; made where they are missing'),
      name: entryName,
      size: z.int().min(1),
    }),
  ),
  output: data(fileUpload),
  errors: [
    'FOLDER_NOT_FOUND',
    'FOLDER_NOT_ALLOWED',
    'INVALID_FILE_TYPE',
    'FILE_SIZE_LIMIT_EXCEEDED',
    'TOO_MANY_UPLOADS',
  ],
})
