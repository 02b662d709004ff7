import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'
import { moduleRules } from './rules.ts'
import { userGroupRule } from './user-group.ts'

export const saveUserGroup = defineCall({
  id: 'userGroups.saveUserGroup',
  method: 'POST',
  path: '/api/v1/UserGroupRule/SaveUserGroup',
  summary: 'Make a group. One that exists stays as it is.',
  caller: 'supervisor',
  body: json(z.strictObject({ userGroup: groupLabel })),
  output: data(userGroupRule),
  errors: [],
})

export const saveUserGroupSetting = defineCall({
  id: 'userGroups.saveUserGroupSetting',
  method: 'POST',
  path: '/api/v1/UserGroupRule/SaveUserGroupSetting',
  summary: 'Replace the rules of a group.',
  caller: 'supervisor',
  body: json(z.strictObject({ userGroup: groupLabel, moduleRules })),
  output: data(userGroupRule),
  errors: ['USER_GROUP_NOT_FOUND'],
})

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
