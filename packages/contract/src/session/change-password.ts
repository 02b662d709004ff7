import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { newPassword, passwordLength } from '../users/password.ts'

export const changePassword = defineCall({
  id: 'session.changePassword',
  method: 'POST',
  path: '/api/v1/UserLogin/ChangePassword',
  summary: 'Change the caller’s own password. All other sessions of the caller end.',
  caller: 'user',
  body: json(z.strictObject({ currentPassword: z.string().min(1).max(passwordLength.max), newPassword })),
  output: data(z.object({ changed: z.literal(true) })),
  errors: ['WRONG_PASSWORD', 'PASSWORD_REFUSED', 'TOO_MANY_REQUESTS'],
})
