import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { documentMetadata, documentName, documentParams, productDocument } from './document.ts'

export const updateDocument = defineCall({
  id: 'documents.updateDocument',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/update/{document}',
  summary:
    'Rename a document, or make it a favourite of the caller or no longer one. Its extension stays. Favourites are for ' +
    'everybody who sees the document.',
  caller: 'user',
  params: documentParams,
  body: json(z.strictObject({ fileName: documentName.optional(), favorite: z.boolean().optional() })),
  output: data(productDocument),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_ALREADY_EXISTS', 'INVALID_FILE_TYPE'],
})

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
