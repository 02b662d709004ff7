import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { documentBytes, documentMetadata, productDocument } from './document.ts'
import { productParams } from './section.ts'
import { fromJsonText } from '../json-text.ts'

export const createDocument = defineCall({
  id: 'documents.createDocument',
  method: 'POST',
  path: '/api/v1/product/{product}/documents/create',
  summary:
    'Upload a document into a section of a product. A name that the section has already becomes its next version. The ' +
    'section has to take the type of the file, and the content has to be what the extension says.',
  caller: 'user',
  params: productParams,
  body: {
    kind: 'form',
    schema: z.strictObject({
      DocumentType: z.string().min(1).max(200).default('serviceDocumentation').describe('Id or name of the section'),
      Metadata: z
        .string()
        .max(40_000)
        .default('{}')
        .transform(fromJsonText('must be a JSON object of texts'))
        .pipe(documentMetadata)
        .describe('A JSON object of texts'),
    }),
    files: {
      File: { required: true, maxBytes: documentBytes, description: 'The document, of up to 200 MB' },
    },
  },
  output: data(productDocument),
  errors: ['PRODUCT_NOT_FOUND', 'SECTION_NOT_FOUND', 'INVALID_FILE_TYPE', 'RULE_VALIDATION_FAILED'],
})
