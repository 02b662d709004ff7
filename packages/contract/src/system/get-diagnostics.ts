import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'

const storeCheck = z.object({ passed: z.boolean(), millis: z.number(), problem: z.string().nullable() })

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
        storage: z.object({
          contents: z.int().describe('Contents that the tenant has stored, each once'),
          bytes: z.number(),
          check: storeCheck.describe('Whether a small content can be written, read and removed'),
        }),
        queue: z.object({ waiting: z.int(), running: z.int(), oldestSeconds: z.number() }),
        mail: z.object({ waiting: z.int(), failed: z.int() }),
        slowCalls: z
          .array(
            z.object({ call: z.string(), status: z.int(), millis: z.number(), at: moment, correlationId: z.string() }),
          )
          .describe('The slowest calls of the tenant to this process within the last hour, of those above a second'),
        database: z.object({ version: z.string(), answerMillis: z.number(), connections: z.int(), waiting: z.int() }),
      })
      .meta({ id: 'Diagnostics' }),
  ),
  errors: [],
})
