import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { day } from '../dates.ts'
import { parityReport } from '../engines/proof.ts'
import { nameOrId } from '../execution/engine-address.ts'

/** Days covered by a product's health. */
export const healthDays = 30

export const getProductHealth = defineCall({
  id: 'insights.getProductHealth',
  method: 'GET',
  path: '/api/v1/product/{product}/health',
  summary: 'The proofs of the versions in effect, and calls, errors and durations of the last 30 days.',
  caller: 'user',
  params: z.strictObject({ product: nameOrId }),
  output: data(
    z.object({
      proofs: z
        .array(
          z.object({ engineId: z.uuid(), serviceName: z.string(), verdict: parityReport.shape.verdict.nullable() }),
        )
        .describe('One an engine; null where no version is in effect'),
      calls: z.int(),
      failed: z.int(),
      p95: z.number().nullable().describe('Milliseconds; null where nothing was called'),
      days: z
        .array(z.object({ day, calls: z.int(), failed: z.int() }))
        .describe('The last 30 days in UTC, oldest first'),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND'],
})
