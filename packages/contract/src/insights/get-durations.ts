import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { checkRange, usageRange } from './usage.ts'

const millis = z.number().nullable()

const percentiles = {
  calls: z.int(),
  p50: millis,
  p90: millis,
  p95: millis,
  p99: millis,
  counts: z.array(z.object({ upTo: z.number().describe('Milliseconds'), calls: z.int() })),
}

export const getDurations = defineCall({
  id: 'insights.getDurations',
  method: 'POST',
  path: '/api/v1/useranalytics/GetDurations',
  summary:
    'Percentiles of the durations of calls by engine and version, or by purpose, source system or caller, of engines that the caller may edit.',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(
    z
      .strictObject({
        ...usageRange,
        groupBy: z
          .enum(['version', 'purpose', 'sourceSystem', 'caller'])
          .default('version')
          .describe('By version as versions, else as groups'),
      })
      .check(checkRange),
  ),
  output: data(
    z.object({
      from: moment,
      to: moment,
      versions: z.array(
        z.object({
          engineId: z.uuid(),
          serviceName: z.string(),
          versionId: z.uuid().nullable(),
          revision: z.string().nullable(),
          ...percentiles,
        }),
      ),
      groups: z.array(z.object({ key: z.string(), name: z.string(), ...percentiles })),
    }),
  ),
  errors: [],
})
