import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const getMessages = defineCall({
  id: 'system.getMessages',
  method: 'GET',
  path: '/api/v1/messages/{language}',
  summary: 'The texts of the web application. A language that is missing falls back to its base language, then to en.',
  caller: 'anyone',
  params: z.strictObject({
    language: z
      .string()
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'is not a language such as en or pt-BR')
      .max(35)
      .describe('A language tag such as ja or pt-BR'),
  }),
  output: data(
    z
      .object({
        language: z.string().describe('The language of the texts'),
        messages: z.record(z.string(), z.string()),
      })
      .meta({ id: 'Messages' }),
  ),
  errors: [],
})
