import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { day } from '../dates.ts'
import { nameOrId } from '../execution/engine-address.ts'

export const getProductMetrics = defineCall({
  id: 'callLog.getProductMetrics',
  method: 'POST',
  path: '/api/v1/product/{product}/metrics/get',
  summary: 'How often the engines of a product were called, by day, engine and purpose.',
  caller: 'user',
  params: z.strictObject({ product: nameOrId }),
  body: json(z.strictObject({ StartDate: day.optional(), EndDate: day.optional() }).prefault({})),
  output: data(
    z.object({
      counter: z.literal('Spark.ApiCalls'),
      rows: z.array(
        z.object({
          day,
          engineId: z.uuid(),
          serviceName: z.string().nullable().describe('Null when the engine is gone'),
          purpose: z.string(),
          calls: z.int(),
          records: z.int(),
          failed: z.int(),
          millis: z.number().describe('Time of all calculations together'),
        }),
      ),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND'],
})
