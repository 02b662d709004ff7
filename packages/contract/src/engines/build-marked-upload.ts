import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { markedInterface } from './marked-interface.ts'

export const buildMarkedUpload = defineCall({
  id: 'engines.buildMarkedUpload',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/upload/{upload}/interface',
  summary:
    'Make an engine, or its next version, of a workbook that was uploaded before, with the inputs and outputs given here. ' +
    'Answers at once, as `startadd` does.',
  caller: 'user',
  keyScope: 'author',
  rule: { module: 'ProductEngine', rule: 'Add' },
  params: z.strictObject({ product: z.string().min(1).max(200), upload: z.uuid() }),
  body: json(z.strictObject({ interface: markedInterface })),
  output: data(z.object({ jobId: z.uuid(), originalFileDocumentId: z.uuid() })),
  errors: ['FILE_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'RULE_VALIDATION_FAILED'],
})
