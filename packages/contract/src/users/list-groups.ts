import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { groupLabel, roles } from './group-label.ts'

export const userGroup = z
  .object({
    label: groupLabel,
    role: z.enum(roles),
    name: z.string().describe('The part after the colon'),
    members: z.int().min(0),
  })
  .meta({ id: 'UserGroup' })

export const listGroups = defineCall({
  id: 'users.listGroups',
  method: 'GET',
  path: '/users/api/admin/users/groups',
  summary: 'List the groups of the tenant.',
  caller: 'supervisor',
  output: data(z.object({ groups: z.array(userGroup) })),
  errors: [],
})
