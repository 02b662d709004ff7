import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { checkRange, usageRange } from './usage.ts'

const notableCall = z.object({
  id: z.uuid(),
  at: moment,
  productId: z.uuid(),
  engineId: z.uuid(),
  serviceName: z.string(),
  revision: z.string().nullable(),
  caller: z.string(),
  purpose: z.string(),
  millis: z.number(),
  records: z.int(),
  hasErrors: z.boolean(),
})

export const listNotableCalls = defineCall({
  id: 'insights.listNotableCalls',
  method: 'POST',
  path: '/api/v1/useranalytics/GetNotableCalls',
  summary: 'The slowest calls of each day and the latest with errors, of engines that the caller may edit.',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(z.strictObject({ ...usageRange }).check(checkRange)),
  output: data(z.object({ slowest: z.array(notableCall), failing: z.array(notableCall) })),
  errors: [],
})
