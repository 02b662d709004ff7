import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { checkRange, counterName, usageRange } from './usage.ts'

export const getTotals = defineCall({
  id: 'insights.getTotals',
  method: 'POST',
  path: '/api/v1/useranalytics/getTotalByCounterName',
  summary: 'Totals of counters in a range, and in the range of the same length before it.',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(
    z
      .strictObject({ counterName: z.union([counterName, z.array(counterName).min(1).max(10)]), ...usageRange })
      .check(checkRange),
  ),
  output: data(
    z.object({
      from: moment,
      to: moment,
      counters: z.array(z.object({ counterName, total: z.number(), before: z.number() })),
    }),
  ),
  errors: [],
})
