import { data, defineCall } from '../call.ts'
import { entryParams, file } from './file-entry.ts'

export const deleteFile = defineCall({
  id: 'files.deleteFile',
  method: 'DELETE',
  path: '/api/filemanager/DeleteDocument/{id}',
  summary: 'Delete a file. It can be brought back for 30 days.',
  caller: 'user',
  params: entryParams,
  output: data(file),
  errors: ['FILE_NOT_FOUND'],
})
