import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { weeklyMail } from './get-weekly-mail.ts'

export const saveWeeklyMail = defineCall({
  id: 'insights.saveWeeklyMail',
  method: 'POST',
  path: '/api/v1/useranalytics/weeklymail',
  summary: 'Ask for a mail about the usage of the week before, each Monday, or for none.',
  caller: 'user',
  flag: 'ShowInsights',
  body: json(z.strictObject({ wanted: z.boolean(), language: z.enum(['en', 'ja']).default('en') })),
  output: data(weeklyMail),
  errors: [],
})
