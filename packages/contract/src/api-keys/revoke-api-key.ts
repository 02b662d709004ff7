import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { apiKey } from './api-key.ts'

export const revokeApiKey = defineCall({
  id: 'apiKeys.revokeApiKey',
  method: 'DELETE',
  path: '/api/v1/apikey/revoke/{id}',
  summary: 'Revoke an API key. It stops working within a second and cannot be brought back.',
  caller: 'supervisor',
  params: z.strictObject({ id: z.uuid() }),
  output: data(apiKey),
  errors: ['API_KEY_NOT_FOUND'],
})
