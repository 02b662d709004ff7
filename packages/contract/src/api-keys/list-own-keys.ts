import { defineCall, list } from '../call.ts'
import { apiKey } from './api-key.ts'

export const listOwnKeys = defineCall({
  id: 'apiKeys.listOwnKeys',
  method: 'GET',
  path: '/api/v1/apikey/own',
  summary: 'List the command lines that are signed in as the caller.',
  caller: 'user',
  output: list(apiKey),
  errors: [],
})
