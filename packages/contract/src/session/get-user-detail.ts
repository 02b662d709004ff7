import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { groupLabel } from '../users/group-label.ts'

export const userDetail = z
  .object({
    userId: z.uuid(),
    username: z.string(),
    displayName: z.string(),
    userEmailID: z.string(),
    groups: z.array(groupLabel),
    isAdmin: z.boolean(),
    isSuperuser: z.boolean(),
    tenant: z.string(),
    canChangePassword: z.boolean().describe('False for people of an outside identity provider'),
  })
  .meta({ id: 'UserDetail' })

export type UserDetail = z.infer<typeof userDetail>

export const getUserDetail = defineCall({
  id: 'session.getUserDetail',
  method: 'GET',
  path: '/api/v1/UserLogin/GetUserDetail',
  summary: 'Who the caller is, as the server sees it.',
  caller: 'user',
  output: data(userDetail),
  errors: [],
})
