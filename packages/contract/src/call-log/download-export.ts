import { z } from 'zod'
import { defineCall } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'

export const downloadExport = defineCall({
  id: 'callLog.downloadExport',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/logs/{engine}/Download/{job}',
  summary: 'Download a file of calls that was written in the background.',
  caller: 'user',
  keyScope: 'logs',
  rule: { module: 'ProductEngineLog', rule: 'AuditFeatures' },
  params: engineAddress.extend({ job: z.uuid() }),
  output: {
    kind: 'file',
    contentType: 'text/csv; charset=utf-8',
    alsoOf: ['application/json; charset=utf-8'],
    isList: true,
  },
  errors: ['ENGINE_NOT_FOUND', 'JOB_NOT_FOUND'],
})
