import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { productParams } from './product-address.ts'

export const getCloneProductName = defineCall({
  id: 'products.getCloneProductName',
  method: 'POST',
  path: '/api/v1/product/GetCloneProductName/{product}',
  summary: 'A name for a copy of a product that no other product has.',
  caller: 'user',
  params: productParams,
  output: data(z.object({ name: z.string() })),
  errors: ['PRODUCT_NOT_FOUND'],
})
