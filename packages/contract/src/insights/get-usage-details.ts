import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { nameOrId } from '../execution/engine-address.ts'
import { usageSums } from './usage.ts'
import { isZone } from './zone-days.ts'

const sums = { calls: z.int(), errors: z.int(), records: z.int() }

export const getUsageDetails = defineCall({
  id: 'insights.getUsageDetails',
  method: 'POST',
  path: '/api/v1/product/{product}/usage',
  summary: 'The calls of a product by engine and month, and who called.',
  caller: 'user',
  flag: 'ShowUsageDetails',
  params: z.strictObject({ product: nameOrId }),
  body: json(
    z
      .strictObject({
        months: z.int().min(1).max(36).default(12).describe('How many, the current one included'),
        zone: z
          .string()
          .max(60)
          .refine(isZone, { error: 'is not a time zone such as UTC, Asia/Tokyo or Europe/Berlin' })
          .default('UTC'),
      })
      .prefault({}),
  ),
  output: data(
    z.object({
      months: z.array(z.string().describe('As 2026-01')),
      engines: z.array(
        z.object({ id: z.uuid(), serviceName: z.string(), months: z.array(z.object(sums)).describe('One for each') }),
      ),
      callers: z.array(usageSums.omit({ callers: true }).extend({ key: z.string(), name: z.string() })),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND'],
})
