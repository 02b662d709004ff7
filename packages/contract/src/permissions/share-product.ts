import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { accessLevel } from './access-level.ts'
import { groupLabel } from '../users/group-label.ts'
import { productParams } from '../products/product-address.ts'

const shareState = z
  .object({
    groupName: groupLabel,
    isShared: z.boolean(),
    level: accessLevel.nullable().describe('What the group may do; null when it is not shared with'),
  })
  .meta({ id: 'ShareState' })

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
