import { data, defineCall } from '../call.ts'
import { documentParams, productDocument } from './document.ts'

export const undeleteDocument = defineCall({
  id: 'documents.undeleteDocument',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/undelete/{document}',
  summary: 'Bring a deleted document back into its section, which is made again when it is gone.',
  caller: 'user',
  params: documentParams,
  output: data(productDocument),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'DOCUMENT_ALREADY_EXISTS', 'RULE_VALIDATION_FAILED'],
})
