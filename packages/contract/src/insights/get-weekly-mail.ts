import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const weeklyMail = z.object({ wanted: z.boolean() })

export const getWeeklyMail = defineCall({
  id: 'insights.getWeeklyMail',
  method: 'GET',
  path: '/api/v1/useranalytics/weeklymail',
  summary: 'Whether the caller gets a mail about the usage of the week before, each Monday.',
  caller: 'user',
  flag: 'ShowInsights',
  output: data(weeklyMail),
  errors: [],
})
