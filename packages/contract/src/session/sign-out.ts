import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const signOut = defineCall({
  id: 'session.signOut',
  method: 'POST',
  path: '/api/v1/UserLogin/SignOut',
  summary: 'End the session of the token that makes the call. Its refresh tokens and identity tokens stop working.',
  caller: 'user',
  output: data(z.object({ signedOut: z.literal(true) })),
  errors: [],
})
