import { z } from 'zod'
import { data, defineCall } from '../../call.ts'

export const exportProduct = defineCall({
  id: 'products.exportProduct',
  method: 'POST',
  path: '/api/v1/product/{product}/DownloadProduct',
  summary:
    'Pack a product with its sections, documents and engines, all versions of each, into a zip, in the background. The result ' +
    'of the job is where the zip is downloaded.',
  caller: 'user',
  params: z.strictObject({ product: z.string().min(1).max(200).describe('Id or name') }),
  output: data(z.object({ jobId: z.uuid() })),
  errors: ['PRODUCT_NOT_FOUND'],
})
