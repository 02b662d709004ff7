import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { documentParams } from './document.ts'

const documentVersion = z
  .object({
    version: z.int().min(1),
    size: z.int().min(0),
    hash: z.string(),
    uploadedBy: z.string(),
    uploadedAt: moment,
    restoredFrom: z.int().nullable().describe('The older version that it is a copy of'),
  })
  .meta({ id: 'DocumentVersion' })

export type DocumentVersion = z.infer<typeof documentVersion>

export const getDocumentVersions = defineCall({
  id: 'documents.getDocumentVersions',
  method: 'GET',
  path: '/api/v1/product/{product}/documents/getversions/{document}',
  summary: 'Every version of a document, newest first.',
  caller: 'user',
  params: documentParams,
  output: data(z.array(documentVersion)),
  errors: ['PRODUCT_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
})
