import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { factorCode } from './second-factor.ts'

export const confirmSecondFactor = defineCall({
  id: 'session.confirmSecondFactor',
  method: 'POST',
  path: '/api/v1/UserLogin/SecondFactor/Confirm',
  summary: 'Take the caller’s second factor into use. The answer is the only place where the recovery codes are shown.',
  caller: 'user',
  body: json(z.strictObject({ code: factorCode })),
  output: data(z.object({ recoveryCodes: z.array(z.string()) })),
  errors: ['WRONG_CODE', 'TOO_MANY_REQUESTS'],
})
