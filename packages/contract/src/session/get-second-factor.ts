import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const getSecondFactor = defineCall({
  id: 'session.getSecondFactor',
  method: 'GET',
  path: '/api/v1/UserLogin/SecondFactor',
  summary: 'Whether the caller signs in with a second factor, and whether one of their groups asks for it.',
  caller: 'user',
  output: data(z.object({ on: z.boolean(), required: z.boolean(), recoveryCodes: z.int().min(0) })),
  errors: [],
})
