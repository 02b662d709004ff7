import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { productParams } from './product-address.ts'

export const deleteProduct = defineCall({
  id: 'products.deleteProduct',
  method: 'DELETE',
  path: '/api/v1/product/delete/{product}',
  alsoUnderTenant: true,
  summary: 'Delete a product. It can be brought back for 30 days.',
  caller: 'user',
  keyScope: 'author',
  params: productParams,
  output: data(z.object({ id: z.uuid(), deletedAt: z.iso.datetime() })),
  errors: ['PRODUCT_NOT_FOUND'],
})
