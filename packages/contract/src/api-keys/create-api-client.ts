import { data, defineCall, json } from '../call.ts'
import { apiClient, clientFields } from './api-client.ts'

export const createApiClient = defineCall({
  id: 'apiKeys.createApiClient',
  method: 'POST',
  path: '/api/v1/apiclient/create',
  summary: 'Note an API client. It gets keys by a call of its own.',
  caller: 'supervisor',
  body: json(clientFields),
  output: data(apiClient),
  errors: ['API_CLIENT_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
