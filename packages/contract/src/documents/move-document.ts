import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { documentParams, productDocument } from './document.ts'

export const moveDocument = defineCall({
  id: 'documents.moveDocument',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/MoveDocument/{document}',
  summary:
    'Move a document to another section. Both sections have to take its type; the section that it leaves can be deleted ' +
    'afterwards when nothing is left in it.',
  caller: 'user',
  params: documentParams,
  body: json(
    z.strictObject({
      documentType: z.string().min(1).max(200).describe('Id or name of the section it goes to'),
      deleteSourceSection: z.boolean().default(false),
    }),
  ),
  output: data(z.object({ document: productDocument, sourceSectionDeleted: z.boolean() })),
  errors: [
    'PRODUCT_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'SECTION_NOT_FOUND',
    'SAME_SECTION',
    'INVALID_FILE_TYPE',
    'DOCUMENT_ALREADY_EXISTS',
    'RULE_VALIDATION_FAILED',
  ],
})
