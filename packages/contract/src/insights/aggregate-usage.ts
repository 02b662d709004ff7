import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { checkRange, counterName, dimensions, usageRange } from './usage.ts'
import { intervals } from './zone-days.ts'

export const aggregateUsage = defineCall({
  id: 'insights.aggregateUsage',
  method: 'POST',
  path: '/api/v1/useranalytics/AggregateData',
  summary: 'A counter over time, by quarter of an hour, hour, day, week or month of a zone, and grouped if wanted.',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(
    z
      .strictObject({
        counterName: counterName.default('Spark.ApiCalls'),
        interval: z.enum(intervals).default('day'),
        groupBy: z.enum(dimensions).optional(),
        compare: z.boolean().optional().describe('Also answer the sum of all groups, now and in the period before'),
        ...usageRange,
      })
      .check(checkRange),
  ),
  output: data(
    z.object({
      from: moment,
      to: moment,
      points: z.array(moment).describe('Where each point begins; it ends where the next one begins'),
      groups: z
        .array(z.object({ key: z.string(), name: z.string(), total: z.number(), values: z.array(z.number()) }))
        .describe('The largest first; what is beyond ten is one group with the key …'),
      compared: z
        .object({ values: z.array(z.number()), before: z.array(z.number()) })
        .optional()
        .describe('One value a point; the period before is as long and may have more or fewer points'),
    }),
  ),
  errors: [],
})
