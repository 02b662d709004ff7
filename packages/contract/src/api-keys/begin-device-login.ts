import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'

export const beginDeviceLogin = defineCall({
  id: 'apiKeys.beginDeviceLogin',
  method: 'POST',
  path: '/api/v1/devicelogin/begin',
  summary: 'Ask for a code with which somebody signs in a command line. They confirm it in the page of the answer.',
  caller: 'anyone',
  body: json(
    z.strictObject({
      machine: z.string().trim().min(1).max(60).describe('Name of the machine, which the page shows'),
    }),
  ),
  output: data(
    z.object({
      deviceCode: z.string().describe('Secret of the command line; claims the key'),
      userCode: z.string(),
      page: z.url().describe('Where it is confirmed'),
      expiresAt: moment,
      interval: z.int().describe('Seconds between two questions whether it was confirmed'),
    }),
  ),
  errors: [],
})
