import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { user, userStatus } from './user.ts'
import { userParams } from './user-address.ts'

export const setUserStatus = defineCall({
  id: 'users.setUserStatus',
  method: 'PUT',
  path: '/users/api/admin/users/{id}/status',
  summary: 'Enable or disable a person. The tokens of somebody disabled stop working within a second.',
  caller: 'supervisor',
  params: userParams,
  body: json(z.strictObject({ status: userStatus })),
  output: data(z.object({ user })),
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
})
