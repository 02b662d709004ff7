import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { productDetail } from './product.ts'

export const getProduct = defineCall({
  id: 'products.getProduct',
  method: 'GET',
  path: '/api/v1/product/GetProduct/{product}',
  summary: 'Get one product by its id or its name.',
  caller: 'user',
  params: z.strictObject({ product: z.string().min(1).max(200) }),
  query: z.strictObject({ noOfCalculationEngines: z.coerce.number().int().min(0).max(100).default(5) }),
  output: data(productDetail),
  errors: ['PRODUCT_NOT_FOUND'],
})
