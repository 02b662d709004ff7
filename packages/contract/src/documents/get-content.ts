import { defineCall } from '../call.ts'
import { documentParams, versionQuery } from './document.ts'

export const getContent = defineCall({
  id: 'documents.getContent',
  method: 'GET',
  path: '/api/v1/product/{product}/documents/GetContent/{document}',
  summary:
    'A document in a form that a page can show as it is: a picture that browsers know, or a PDF. Other documents are ' +
    'refused; GetDocumentContent says how each is shown.',
  caller: 'user',
  params: documentParams,
  query: versionQuery,
  output: { kind: 'file', contentType: 'application/octet-stream', alsoOf: 'any' },
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'INVALID_FILE_TYPE'],
})
