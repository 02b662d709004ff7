import { z } from 'zod'
import { defineCall } from '../call.ts'
import { engineDocumentCall } from './engine-documents.ts'

export const downloadSwagger = defineCall({
  ...engineDocumentCall,
  id: 'engines.downloadSwagger',
  path: '/api/v1/product/{product}/engines/DownloadSwagger/{engine}/{version}',
  summary: 'Download the OpenAPI document of a version, with examples; with its body as JSON or as a form.',
  query: z.strictObject({
    formData: z.enum(['true', 'false']).default('false'),
    subservice: z.string().max(255).optional(),
  }),
  output: { kind: 'file', contentType: 'application/json' },
})
