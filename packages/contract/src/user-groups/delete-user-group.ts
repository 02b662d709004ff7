import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'

export const deleteUserGroup = defineCall({
  id: 'userGroups.deleteUserGroup',
  method: 'DELETE',
  path: '/api/v1/UserGroupRule/Delete/{userGroup}',
  summary: 'Delete a group that nobody belongs to any more.',
  caller: 'supervisor',
  params: z.strictObject({ userGroup: groupLabel }),
  output: data(z.object({ deleted: z.literal(true) })),
  errors: ['USER_GROUP_NOT_FOUND', 'CONFLICT'],
})
