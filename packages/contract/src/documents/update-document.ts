import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { documentName, documentParams, productDocument } from './document.ts'

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
