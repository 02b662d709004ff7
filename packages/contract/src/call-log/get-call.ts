import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { callDetail } from './call-record.ts'

const params = engineAddress.extend({ call: z.uuid() })

export const getCall = defineCall({
  id: 'callLog.getCall',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/logs/{call}',
  summary: 'Get one call with its inputs and results, by its call id or that of one of its records.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params,
  output: data(callDetail),
  errors: ['ENGINE_NOT_FOUND', 'CALL_NOT_FOUND'],
})

export const downloadCallWorkbook = defineCall({
  id: 'callLog.downloadCallWorkbook',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/logs/{call}/workbook',
  summary: 'Download the workbook of the version that ran, with the inputs of a call in place.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params,
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: [
    'ENGINE_NOT_FOUND',
    'CALL_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'ENGINE_TYPE_NOT_AVAILABLE',
    'CALCULATION_LIMIT_EXCEEDED',
  ],
})
