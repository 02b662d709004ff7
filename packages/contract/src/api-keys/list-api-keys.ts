import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { apiKey } from './api-key.ts'

const searchFields = ['name', 'group'] as const

export type ApiKeyFilter = (typeof searchFields)[number]

export const listApiKeys = defineCall({
  id: 'apiKeys.listApiKeys',
  method: 'POST',
  path: '/api/v1/apikey/list',
  summary: 'List the API keys of the tenant, revoked ones included.',
  caller: 'supervisor',
  body: json(
    listRequest({
      pageSize: 20,
      sortable: ['created', 'name', 'lastUsed'],
      searchable: searchFields,
      defaultSort: '-created',
    }),
  ),
  output: list(apiKey),
  errors: [],
})
