import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'
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
