import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { apiKey } from './api-key.ts'

export const revokeOwnKey = defineCall({
  id: 'apiKeys.revokeOwnKey',
  method: 'DELETE',
  path: '/api/v1/apikey/own/{id}',
  summary: 'Sign out a command line that is signed in as the caller. It is refused within a second.',
  caller: 'user',
  params: z.strictObject({ id: z.uuid() }),
  output: data(apiKey),
  errors: ['API_KEY_NOT_FOUND'],
})
