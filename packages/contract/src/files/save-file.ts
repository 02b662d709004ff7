import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { file, fileBytes, newFile } from './file-entry.ts'

export const saveFile = defineCall({
  id: 'files.saveFile',
  method: 'POST',
  path: '/api/filemanager/SaveDocument',
  summary:
    'Upload a file into a folder. A name that the folder has already becomes its next version. The content has to be what ' +
    'the extension says.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject(newFile),
    files: { File: { required: true, maxBytes: fileBytes, description: 'The file, of up to 200 MB' } },
  },
  output: data(file),
  errors: ['FOLDER_NOT_FOUND', 'ENTRY_ALREADY_EXISTS', 'FOLDER_NOT_ALLOWED', 'INVALID_FILE_TYPE'],
})
