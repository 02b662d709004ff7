import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { documentParams, productDocument } from './document.ts'
import { ordinalText } from '../ordinal.ts'

export const restoreDocumentVersion = defineCall({
  id: 'documents.restoreDocumentVersion',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/restoreversion/{document}/{version}',
  summary: 'Make an older version the newest again, as a new version: history is never rewritten.',
  caller: 'user',
  params: z.strictObject({ ...documentParams.shape, version: ordinalText }),
  output: data(productDocument),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'FILE_NOT_FOUND', 'RULE_VALIDATION_FAILED'],
})
