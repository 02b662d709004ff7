import { z } from 'zod'
import { defineCall } from '../call.ts'

export const downloadEngineTemplate = defineCall({
  id: 'testBeds.downloadEngineTemplate',
  method: 'GET',
  path: '/api/v1/testbedtemplate/engine/{engine}',
  summary: 'Download a template with all inputs and outputs of an engine.',
  caller: 'user',
  params: z.strictObject({ engine: z.uuid() }),
  query: z.strictObject({ version: z.string().max(60).optional(), format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  output: {
    kind: 'file',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    alsoOf: ['text/csv; charset=utf-8'],
  },
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'NO_ACTIVE_VERSION'],
})
