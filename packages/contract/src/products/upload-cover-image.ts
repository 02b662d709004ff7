import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { coverImageFile } from './cover-image.ts'

export const uploadCoverImage = defineCall({
  id: 'products.uploadCoverImage',
  method: 'POST',
  path: '/api/v1/product/UploadCoverImage',
  summary: 'Give a product a cover image, in place of any it had.',
  caller: 'user',
  body: {
    kind: 'form',
    schema: z.strictObject({ Product: z.string().min(1).max(200).describe('Id or name of the product') }),
    files: { CoverImage: { required: true, ...coverImageFile } },
  },
  output: data(product),
  errors: ['PRODUCT_NOT_FOUND', 'INVALID_FILE_TYPE'],
})
