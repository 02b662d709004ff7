import { defineCall } from '../call.ts'
import { callParams } from './call-address.ts'

export const downloadCallWorkbook = defineCall({
  id: 'callLog.downloadCallWorkbook',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/logs/{call}/workbook',
  summary: 'Download the workbook of the version that ran, with the inputs of a call in place.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: callParams,
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: [
    'ENGINE_NOT_FOUND',
    'CALL_NOT_FOUND',
    'CONFLICT',
    'ENGINE_VERSION_NOT_FOUND',
    'ENGINE_TYPE_NOT_AVAILABLE',
    'CALCULATION_LIMIT_EXCEEDED',
  ],
})
