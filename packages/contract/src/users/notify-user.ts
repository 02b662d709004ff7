import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { userEmail } from './user.ts'

export const notifyUser = defineCall({
  id: 'users.notifyUser',
  method: 'POST',
  path: '/api/email/notifyuser',
  summary: 'Send somebody of the tenant a new mail with a link to choose their password.',
  caller: 'supervisor',
  body: json(
    z.strictObject({
      email: userEmail,
      URL: z.string().max(2000).optional().describe('Accepted for older clients; the link is made by the server'),
      FULLNAME: z.string().max(200).optional().describe('Accepted for older clients; the stored name is used'),
    }),
  ),
  output: data(z.object({ queued: z.literal(true) })),
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
})
