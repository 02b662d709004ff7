import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { productParams } from '../products/product-address.ts'
import { shareState } from './share-state.ts'

export const getShareState = defineCall({
  id: 'permissions.getShareState',
  method: 'GET',
  path: '/api/v1/product/{product}/sharestate',
  summary: 'The groups of the tenant and which of them the product is shared with. For those who manage it.',
  caller: 'user',
  params: productParams,
  output: data(z.object({ groups: z.array(shareState) })),
  errors: ['PRODUCT_NOT_FOUND'],
})
