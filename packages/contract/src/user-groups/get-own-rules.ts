import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'
import { moduleRules } from './rules.ts'

export const getOwnRules = defineCall({
  id: 'userGroups.getOwnRules',
  method: 'GET',
  path: '/api/v1/UserGroupRule/Get',
  summary: 'The rules that bind the caller, over all their groups: the most permissive value of each.',
  caller: 'user',
  output: data(z.object({ groups: z.array(groupLabel), moduleRules })),
  errors: [],
})
