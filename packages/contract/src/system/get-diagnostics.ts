import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const getDiagnostics = defineCall({
  id: 'system.getDiagnostics',
  method: 'GET',
  path: '/api/Diagnostic/get',
  summary: 'How the process that answers is doing.',
  caller: 'supervisor',
  output: data(
    z
      .object({
        version: z.string(),
        runtime: z.string(),
        uptimeSeconds: z.number(),
        memory: z.object({ residentBytes: z.int(), heapUsedBytes: z.int(), heapTotalBytes: z.int() }),
        database: z.object({ version: z.string(), answerMillis: z.number(), connections: z.int(), waiting: z.int() }),
      })
      .meta({ id: 'Diagnostics' }),
  ),
  errors: [],
})
