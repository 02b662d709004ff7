import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { day } from '../dates.ts'

export const getRelease = defineCall({
  id: 'system.getRelease',
  method: 'GET',
  path: '/api/v1/release',
  summary: 'The version that is running and what is new in it.',
  caller: 'user',
  query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of the note') }),
  output: data(
    z
      .object({
        version: z.string().describe('Version of the build'),
        releaseVersion: z.string(),
        releaseDate: day.nullable(),
        releaseNote: z.string(),
      })
      .meta({ id: 'Release' }),
  ),
  errors: [],
})
