import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { entityParams } from './access-level.ts'

export const findPrincipals = defineCall({
  id: 'permissions.findPrincipals',
  method: 'GET',
  path: '/api/v1/entitypermission/principals/{entityType}/{entityId}',
  summary:
    'People and groups that a permission on the entity can be given to, at most 20 of each. For those who manage it.',
  caller: 'user',
  params: entityParams,
  query: z.strictObject({ search: z.string().max(200).default('').describe('Part of a name, an address or a label') }),
  output: data(
    z.object({
      principals: z.array(
        z.object({ type: z.enum(['user', 'group']), id: z.string(), name: z.string(), email: z.string() }),
      ),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
