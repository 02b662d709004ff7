import { data, defineCall, json } from '../call.ts'
import { callLimitChange, callLimits } from './call-limit.ts'

export const saveCallLimit = defineCall({
  id: 'limits.saveCallLimit',
  method: 'PUT',
  path: '/api/v1/limits',
  summary: 'Limit the executions a minute of the tenant, an API key or an engine, or remove the limit.',
  caller: 'supervisor',
  body: json(callLimitChange),
  output: data(callLimits),
  errors: ['API_KEY_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
