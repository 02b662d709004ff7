import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupFields } from './chosen-groups.ts'
import { user, userDataChanges, userEmail } from './user.ts'
import { userParams } from './user-address.ts'

export const updateUser = defineCall({
  id: 'users.updateUser',
  method: 'PUT',
  path: '/users/api/admin/users/{id}',
  summary: 'Change a person’s name, position, address or groups. Fields left out stay as they are.',
  caller: 'supervisor',
  params: userParams,
  body: json(
    z.strictObject({
      email: userEmail.optional(),
      ...groupFields,
      data: userDataChanges.optional(),
    }),
  ),
  output: data(z.object({ user })),
  errors: ['USER_NOT_FOUND', 'USER_ALREADY_EXISTS', 'CONFLICT'],
})
