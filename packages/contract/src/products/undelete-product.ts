import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { productParams } from './product-address.ts'

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
