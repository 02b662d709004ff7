import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { accessLevel, entityParams } from './access-level.ts'
import { entityPermissions } from './get-entity-permissions.ts'
import { principal } from './principal.ts'

export const setEntityPermissions = defineCall({
  id: 'permissions.setEntityPermissions',
  method: 'POST',
  path: '/api/v1/entitypermission/set/{entityType}/{entityId}',
  summary: 'Give, change or take permissions on an entity. Principals that are not named keep theirs.',
  caller: 'user',
  params: entityParams,
  body: json(
    z.strictObject({
      principals: z
        .array(z.strictObject({ principal, level: accessLevel.nullable().describe('null takes the permission away') }))
        .min(1)
        .max(200),
    }),
  ),
  output: data(z.object({ totalPrincipalsAdded: z.int().min(0), ...entityPermissions.shape })),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND', 'USER_NOT_FOUND', 'USER_GROUP_NOT_FOUND'],
})
