import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { productParams } from './product-address.ts'

export const deleteProduct = defineCall({
  id: 'products.deleteProduct',
  method: 'DELETE',
  path: '/api/v1/product/delete/{product}',
  summary: 'Delete a product. It can be brought back for 30 days.',
  caller: 'user',
  params: productParams,
  output: data(z.object({ id: z.uuid(), deletedAt: z.iso.datetime() })),
  errors: ['PRODUCT_NOT_FOUND'],
})

export const undeleteProduct = defineCall({
  id: 'products.undeleteProduct',
  method: 'POST',
  path: '/api/v1/product/undelete/{product}',
  summary: 'Bring a deleted product back.',
  caller: 'user',
  params: productParams,
  output: data(product),
  errors: ['PRODUCT_NOT_FOUND', 'PRODUCT_ALREADY_EXISTS'],
})
