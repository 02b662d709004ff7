import { data, defineCall } from '../call.ts'
import { product } from './product.ts'
import { productParams } from './product-address.ts'

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
