import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { clientParams } from './api-client.ts'

export const deleteApiClient = defineCall({
  id: 'apiKeys.deleteApiClient',
  method: 'DELETE',
  path: '/api/v1/apiclient/delete/{client}',
  summary: 'Remove an API client. All its keys are revoked; its calls stay in the log.',
  caller: 'supervisor',
  params: clientParams,
  output: data(z.object({ revokedKeys: z.int() })),
  errors: ['API_CLIENT_NOT_FOUND'],
})
