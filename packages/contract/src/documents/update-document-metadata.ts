import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { documentMetadata, documentParams, productDocument } from './document.ts'

export const updateDocumentMetadata = defineCall({
  id: 'documents.updateDocumentMetadata',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/UpdateDocumentMetadata/{document}',
  summary: 'Replace what people have noted about a document.',
  caller: 'user',
  params: documentParams,
  body: json(
    z.strictObject({
      metadata: documentMetadata,
      updatedAt: moment
        .optional()
        .describe('State that the change is based on; when the document has changed since, the answer is CONFLICT'),
    }),
  ),
  output: data(productDocument),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'CONFLICT'],
})
