import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const markFavouriteProduct = defineCall({
  id: 'products.markFavouriteProduct',
  method: 'POST',
  path: '/api/v1/product/markFavorite/{product}/{flag}',
  summary: 'Make a product a favourite of the caller, or no longer one.',
  caller: 'user',
  params: z.strictObject({ product: z.string().min(1).max(200), flag: z.enum(['true', 'false']) }),
  output: data(z.object({ isStarred: z.boolean() })),
  errors: ['PRODUCT_NOT_FOUND'],
})
