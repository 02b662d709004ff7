import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { productParams } from './product-address.ts'

/** The largest picture that is accepted; it is kept smaller. */
export const coverUploadBytes = 20 * 1024 * 1024

/** Width of a cover image for each unit of its height; the screens show covers in this shape. */
export const coverAspect = 3

export const coverImageFile = {
  maxBytes: coverUploadBytes,
  description: 'A picture: JPEG, PNG, GIF or TIFF. It is kept as JPEG below 1 MB.',
} as const

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

export const deleteCoverImage = defineCall({
  id: 'products.deleteCoverImage',
  method: 'DELETE',
  path: '/api/v1/product/DeleteCoverImage/{product}',
  summary: 'Take the cover image of a product away.',
  caller: 'user',
  params: productParams,
  output: data(product),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const getImage = defineCall({
  id: 'products.getImage',
  method: 'GET',
  path: '/api/v1/product/GetImage/{product}/{image}',
  summary: 'The cover image of a product.',
  caller: 'user',
  params: z.strictObject({ product: z.string().min(1).max(200), image: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: { kind: 'file', contentType: 'image/jpeg' },
  errors: ['PRODUCT_NOT_FOUND'],
})
