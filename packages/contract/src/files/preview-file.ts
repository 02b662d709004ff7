import { data, defineCall } from '../call.ts'
import { documentPreview } from '../documents/get-document-content.ts'
import { entryParams } from './file-entry.ts'

export const previewFile = defineCall({
  id: 'files.previewFile',
  method: 'GET',
  path: '/api/filemanager/PreviewDocument/{id}',
  summary: 'What a page shows of a file: how, and its text or safe HTML where that is how.',
  caller: 'user',
  params: entryParams,
  output: data(documentPreview),
  errors: ['FILE_NOT_FOUND'],
})
