import { z } from 'zod'
import { data, defineCall } from '../../call.ts'
import { importTarget, zipFile, importErrors } from './product-zip.ts'

export const importProduct = defineCall({
  id: 'products.importProduct',
  method: 'POST',
  path: '/api/v1/product/UploadProduct',
  summary:
    'Import a product from a zip, in the background: all of it or nothing. Every workbook is read, compiled and proved anew.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({
      ...importTarget,
      OnConflict: z
        .enum(['keep', 'replace'])
        .default('keep')
        .describe('Keep what is there, or put what the zip has over it as a new version'),
      AsDrafts: z
        .stringbool()
        .default(false)
        .describe('Bring published versions as drafts, to be reviewed and published here'),
    }),
    files: zipFile,
  },
  output: data(z.object({ jobId: z.uuid() })),
  fieldCodes: { Name: 'INVALID_PRODUCT_NAME' },
  errors: importErrors,
})
