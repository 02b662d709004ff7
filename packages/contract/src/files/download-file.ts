import { defineCall } from '../call.ts'
import { entryParams } from './file-entry.ts'

export const downloadFile = defineCall({
  id: 'files.downloadFile',
  method: 'GET',
  path: '/api/filemanager/DownloadDocument/{id}',
  summary: 'Download a file, whole or in part.',
  caller: 'user',
  params: entryParams,
  output: { kind: 'file', contentType: 'application/octet-stream', alsoOf: 'any' },
  errors: ['FILE_NOT_FOUND'],
})
