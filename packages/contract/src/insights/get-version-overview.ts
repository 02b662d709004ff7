import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { day, moment } from '../dates.ts'
import { versionState } from '../engines/engine.ts'
import { nameOrId } from '../execution/engine-address.ts'

export const getVersionOverview = defineCall({
  id: 'insights.getVersionOverview',
  method: 'GET',
  path: '/api/v1/product/{product}/versionoverview',
  summary: 'All versions of all engines of a product, and which is in effect on a day.',
  caller: 'user',
  rule: { module: 'ProductEngine', rule: 'View' },
  params: z.strictObject({ product: nameOrId }),
  query: z.strictObject({ date: day.optional().describe('Today unless given, in UTC') }),
  output: data(
    z.object({
      date: day,
      engines: z.array(
        z.object({
          id: z.uuid(),
          serviceName: z.string(),
          effective: z.uuid().nullable().describe('The version that answers calls on the day'),
          versions: z.array(
            z.object({
              id: z.uuid(),
              revision: z.string(),
              state: versionState,
              effectiveStart: moment,
              effectiveEnd: moment,
              releaseNote: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
  errors: ['PRODUCT_NOT_FOUND'],
})
