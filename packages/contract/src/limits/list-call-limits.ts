import { data, defineCall } from '../call.ts'
import { callLimits } from './call-limit.ts'

export const listCallLimits = defineCall({
  id: 'limits.listCallLimits',
  method: 'GET',
  path: '/api/v1/limits',
  summary: 'List how many executions a minute the tenant, its API keys and its engines are limited to.',
  caller: 'supervisor',
  output: data(callLimits),
  errors: [],
})
