import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { documentParams } from './document.ts'

export const deleteDocument = defineCall({
  id: 'documents.deleteDocument',
  method: 'DELETE',
  path: '/api/v1/product/{product}/documents/Delete/{document}',
  summary: 'Delete a document with all its versions. It can be brought back for 30 days.',
  caller: 'user',
  params: documentParams,
  output: data(z.object({ id: z.uuid(), deletedAt: moment })),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
})
