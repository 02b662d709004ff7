import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { day } from '../dates.ts'
import { engineAddress } from '../execution/engine-address.ts'

export const getValueDistribution = defineCall({
  id: 'insights.getValueDistribution',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/values',
  summary: 'What callers send and get, by week: how often each input and output lay where, and how that moved.',
  caller: 'user',
  flag: 'ShowInsights',
  params: engineAddress,
  body: json(
    z.strictObject({
      from: day.optional().describe('Twelve weeks ago unless given'),
      to: day.optional().describe('Included; today unless given'),
    }),
  ),
  output: data(
    z.array(
      z.object({
        direction: z.enum(['input', 'output']),
        name: z.string(),
        weeks: z.array(
          z.object({
            week: day.describe('The Monday it begins on, in UTC'),
            calls: z.int().describe('Values that were looked at: all of few calls, a sample of many'),
            drift: z
              .number()
              .nullable()
              .describe('Population stability index against the week before: below 0.1 stable, above 0.25 shifted'),
            buckets: z.array(
              z.object({
                kind: z.enum(['number', 'text', 'date', 'boolean', 'blank']),
                bucket: z.string().describe('Of numbers the bound nearer to 0 of those with this leading digit'),
                calls: z.int(),
              }),
            ),
          }),
        ),
      }),
    ),
  ),
  errors: ['ENGINE_NOT_FOUND'],
})
