import { data, defineCall } from '../call.ts'
import { callDetail } from './call-record.ts'
import { callParams } from './call-address.ts'

export const getCall = defineCall({
  id: 'callLog.getCall',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/logs/{call}',
  summary: 'Get one call with its inputs and results, by its call id or that of one of its records.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: callParams,
  output: data(callDetail),
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})
