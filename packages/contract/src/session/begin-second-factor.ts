import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { passwordLength } from '../users/password.ts'
import { factorSetup } from './second-factor.ts'

export const beginSecondFactor = defineCall({
  id: 'session.beginSecondFactor',
  method: 'POST',
  path: '/api/v1/UserLogin/SecondFactor/Begin',
  summary: 'Begin to set up the caller’s second factor. It is in use once its first code was sent.',
  caller: 'user',
  body: json(z.strictObject({ currentPassword: z.string().min(1).max(passwordLength.max) })),
  output: data(factorSetup),
  errors: ['WRONG_PASSWORD', 'CONFLICT', 'TOO_MANY_REQUESTS'],
})
