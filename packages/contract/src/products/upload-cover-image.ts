import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { coverImageFile } from './cover-image.ts'

export const uploadCoverImage = defineCall({
  id: 'products.uploadCoverImage',
  method: 'POST',
  path: '/api/v1/product/UploadCoverImage',
  alsoUnderTenant: true,
  summary: 'Give a product a cover image, in place of any it had.',
  caller: 'user',
  keyScope: 'author',
  body: {
    kind: 'form',
    schema: z.strictObject({
      Product: z.string().min(1).max(200).optional().describe('Id or name of the product'),
      id: z.string().min(1).max(200).optional().describe('The same, as existing clients call it'),
    }),
    files: {
      CoverImage: { required: false, ...coverImageFile },
      coverImage: { required: false, ...coverImageFile },
    },
  },
  output: data(product),
  errors: ['PRODUCT_NOT_FOUND', 'INVALID_FILE_TYPE', 'MISSING_PARAMETERS'],
})
