import { z } from 'zod'
import { defineCall } from '../call.ts'

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
