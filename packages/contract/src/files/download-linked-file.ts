import { defineCall } from '../call.ts'
import { linkParams } from './get-linked-file.ts'

export const downloadLinkedFile = defineCall({
  id: 'files.downloadLinkedFile',
  method: 'GET',
  path: '/api/filemanager/linkresource/{linkId}/content',
  summary: 'Download the newest version of the file that a link leads to, whole or in part.',
  caller: 'user',
  visitors: 'ofFile',
  params: linkParams,
  output: { kind: 'file', contentType: 'application/octet-stream', alsoOf: 'any' },
  errors: ['NOT_FOUND', 'FILE_NOT_FOUND'],
})
