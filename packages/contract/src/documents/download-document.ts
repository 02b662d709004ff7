import { defineCall } from '../call.ts'
import { documentParams, versionQuery } from './document.ts'

export const downloadDocument = defineCall({
  id: 'documents.downloadDocument',
  method: 'GET',
  path: '/api/v1/product/{product}/documents/download/{document}',
  summary: 'Download a document, whole or in part.',
  caller: 'user',
  params: documentParams,
  query: versionQuery,
  output: { kind: 'file', contentType: 'application/octet-stream', alsoOf: 'any' },
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
})
