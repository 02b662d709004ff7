import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { user } from './user.ts'

export const getUser = defineCall({
  id: 'users.getUser',
  method: 'GET',
  path: '/users/api/admin/users/{id}',
  summary: 'Get one person of the tenant.',
  caller: 'supervisor',
  params: z.strictObject({ id: z.uuid() }),
  output: data(z.object({ user })),
  errors: ['USER_NOT_FOUND'],
})
