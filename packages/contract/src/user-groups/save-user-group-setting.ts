import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'
import { moduleRules } from './rules.ts'
import { userGroupRule } from './user-group.ts'

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
