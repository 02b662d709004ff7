import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const getProductDocumentMetadata = defineCall({
  id: 'system.getProductDocumentMetadata',
  method: 'GET',
  path: '/api/v1/config/GetProductDocumentMetadata',
  summary: 'What documents of a product can be: file types, extensions by category, size, sections.',
  caller: 'user',
  output: data(
    z
      .object({
        fileTypes: z.array(z.string()),
        uploadCategories: z.record(z.string(), z.array(z.string())).describe('Extensions by category'),
        maxUploadBytes: z.int(),
        defaultSections: z.array(z.object({ name: z.string(), position: z.int(), fileTypes: z.array(z.string()) })),
      })
      .meta({ id: 'ProductDocumentMetadata' }),
  ),
  errors: [],
})
