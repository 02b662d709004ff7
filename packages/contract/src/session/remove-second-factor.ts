import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { passwordLength } from '../users/password.ts'
import { factorCode } from './second-factor.ts'

export const removeSecondFactor = defineCall({
  id: 'session.removeSecondFactor',
  method: 'POST',
  path: '/api/v1/UserLogin/SecondFactor/Remove',
  summary: 'Sign in without a second factor again, where no group of the caller asks for one.',
  caller: 'user',
  body: json(z.strictObject({ currentPassword: z.string().min(1).max(passwordLength.max), code: factorCode })),
  output: data(z.object({ removed: z.literal(true) })),
  errors: ['WRONG_PASSWORD', 'WRONG_CODE', 'CONFLICT', 'TOO_MANY_REQUESTS'],
})
