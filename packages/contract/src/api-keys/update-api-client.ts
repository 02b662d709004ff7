import { data, defineCall, json } from '../call.ts'
import { apiClient, clientFields, clientParams } from './api-client.ts'

export const updateApiClient = defineCall({
  id: 'apiKeys.updateApiClient',
  method: 'PUT',
  path: '/api/v1/apiclient/update/{client}',
  summary: 'Change an API client. Its keys may within a second do what is said now.',
  caller: 'supervisor',
  params: clientParams,
  body: json(clientFields),
  output: data(apiClient),
  errors: ['API_CLIENT_NOT_FOUND', 'API_CLIENT_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
