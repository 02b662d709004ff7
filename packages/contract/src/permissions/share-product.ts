import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'
import { productParams } from '../products/product-address.ts'
import { shareState } from './share-state.ts'

export const shareProduct = defineCall({
  id: 'permissions.shareProduct',
  method: 'POST',
  path: '/api/v1/product/{product}/share',
  summary: 'Share a product with a group, which may then view it, or no longer. A group that may do more keeps it.',
  caller: 'user',
  params: productParams,
  body: json(z.strictObject({ groupName: groupLabel, isShared: z.boolean() })),
  output: data(shareState),
  errors: ['PRODUCT_NOT_FOUND', 'USER_GROUP_NOT_FOUND'],
})
