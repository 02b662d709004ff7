import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { apiClient } from './api-client.ts'

export const listApiClients = defineCall({
  id: 'apiKeys.listApiClients',
  method: 'POST',
  path: '/api/v1/apiclient/list',
  summary: 'List the API clients, each with its keys and its calls and errors of the last 30 days.',
  caller: 'supervisor',
  body: json(
    listRequest({ pageSize: 20, sortable: ['name', 'created'], searchable: ['name', 'owner'], defaultSort: 'name' }),
  ),
  output: list(apiClient),
  errors: [],
})
