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

export const clearCache = defineCall({
  id: 'system.clearCache',
  method: 'POST',
  path: '/api/Diagnostic/ClearCache',
  summary: 'Forget what is remembered for the tenant, in every process.',
  caller: 'supervisor',
  output: data(z.object({ cleared: z.int().describe('Entries that the answering process forgot') })),
  errors: [],
})

export const clearGarbage = defineCall({
  id: 'system.clearGarbage',
  method: 'POST',
  path: '/api/Diagnostic/ClearGC',
  summary:
    'Free memory that is no longer used, in the process that answers. It is held up meanwhile, for every tenant.',
  caller: 'superuser',
  output: data(z.object({ heapBytesBefore: z.int(), heapBytesAfter: z.int() })),
  errors: [],
})
