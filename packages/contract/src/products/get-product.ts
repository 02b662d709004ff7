import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engine } from '../engines/engine.ts'
import { productDetail } from './product.ts'
import { productParams } from './product-address.ts'

export const getProduct = defineCall({
  id: 'products.getProduct',
  method: 'GET',
  path: '/api/v1/product/GetProduct/{product}',
  alsoUnderTenant: true,
  summary: 'Get one product by its id or its name, with the engines in it that were changed last.',
  caller: 'user',
  keyScope: 'author',
  params: productParams,
  query: z.strictObject({ noOfCalculationEngines: z.coerce.number().int().min(0).max(100).default(5) }),
  output: data(
    productDetail.extend({
      calculationEngines: z.object({ count: z.int().min(0), engines: z.array(engine) }),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND'],
})
