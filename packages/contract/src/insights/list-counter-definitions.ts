import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { counterName } from './usage.ts'

export const listCounterDefinitions = defineCall({
  id: 'insights.listCounterDefinitions',
  method: 'GET',
  path: '/api/v1/useranalytics/counterdefinitions',
  summary: 'What is counted of calls.',
  caller: 'user',
  flag: 'ShowInsights',
  output: data(
    z.array(
      z.object({ name: counterName, description: z.string(), unit: z.enum(['calls', 'records', 'ms', 'callers']) }),
    ),
  ),
  errors: [],
})
