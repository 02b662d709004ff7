import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { checkRange, dimensions, measure, usageRange } from './usage.ts'

export const getNextMeasures = defineCall({
  id: 'insights.getNextMeasures',
  method: 'POST',
  path: '/api/v1/useranalytics/GetNextMeasures',
  summary: 'Sums one level down: by product (folders), engine (services), or anything else (drilldown).',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(
    z
      .strictObject({
        update: z.enum(['folders', 'services', 'drilldown']).default('folders').describe('Which list is wanted'),
        by: z.enum(dimensions).default('version').describe('For drilldown: what calls are told apart by'),
        ...usageRange,
      })
      .check(checkRange),
  ),
  output: data(
    z.object({
      from: moment,
      to: moment,
      foldersMeasure: z.array(measure).nullable().describe('Null when it was not asked for or is empty'),
      servicesMeasure: z.array(measure).nullable(),
      drillDownMeasure: z.array(measure).nullable(),
    }),
  ),
  errors: [],
})
