import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupFields, groupMissing, namesGroup } from './chosen-groups.ts'

export const groupChange = z
  .enum(['replace', 'add', 'remove'])
  .meta({ id: 'GroupChange', description: 'replace: they leave the groups they were in; add; remove' })

export type GroupChange = z.infer<typeof groupChange>

export const updateUserGroups = defineCall({
  id: 'users.updateUserGroups',
  method: 'PUT',
  path: '/users/api/admin/users/updates/group',
  summary: 'Change the groups of several people: all of them or, when one cannot be changed, none.',
  caller: 'supervisor',
  body: json(
    z
      .strictObject({
        user_ids: z.array(z.uuid()).min(1).max(1000),
        ...groupFields,
        mode: groupChange.default('replace'),
      })
      .refine(namesGroup, groupMissing),
  ),
  output: data(z.object({ updated: z.int().min(0) })),
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
})
