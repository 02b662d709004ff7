import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { groupFields, groupMissing, namesGroup } from './chosen-groups.ts'
import { userData, userEmail } from './user.ts'

export const addUser = defineCall({
  id: 'users.addUser',
  method: 'POST',
  path: '/users/api/admin/users',
  summary: 'Add a person. They get a mail with a link to choose their password.',
  caller: 'supervisor',
  body: json(z.strictObject({ email: userEmail, ...groupFields, data: userData }).refine(namesGroup, groupMissing)),
  output: data(z.object({ user_id: z.uuid() })),
  errors: ['USER_ALREADY_EXISTS', 'CONFLICT'],
})
