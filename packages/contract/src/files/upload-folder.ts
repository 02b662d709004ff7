import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { fileBytes, newFile } from './file-entry.ts'

export const uploadFolder = defineCall({
  id: 'files.uploadFolder',
  method: 'POST',
  path: '/api/filemanager/uploadfolder',
  summary:
    'Unpack a zip into a folder, in the background: all of it or nothing. Files that are there already get a version. ' +
    'A zip that a product was exported to makes that product instead.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({ FolderId: newFile.FolderId, Path: newFile.Path }),
    files: { File: { required: true, maxBytes: fileBytes, description: 'A zip of up to 200 MB' } },
  },
  output: data(z.object({ jobId: z.uuid() })),
  errors: [
    'FOLDER_NOT_FOUND',
    'FOLDER_NOT_ALLOWED',
    'INVALID_FILE_TYPE',
    'INVALID_PRODUCT_ZIP',
    'PRODUCT_ALREADY_EXISTS',
    'INVALID_PRODUCT_NAME',
    'RULE_VALIDATION_FAILED',
  ],
})
