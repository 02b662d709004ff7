import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'

export const claimDeviceLogin = defineCall({
  id: 'apiKeys.claimDeviceLogin',
  method: 'POST',
  path: '/api/v1/devicelogin/claim',
  summary:
    'Ask whether a command line was confirmed. The first answer after that holds its key, and no later one does.',
  caller: 'anyone',
  body: json(z.strictObject({ deviceCode: z.string().min(1).max(100) })),
  output: data(
    z.object({
      state: z.enum(['pending', 'approved', 'refused']),
      tenant: z.string().nullable().describe('Tenant of the person who confirmed it'),
      key: z.string().nullable().describe('Sent as header x-synthetic-key'),
      keyName: z.string().nullable(),
      expiresAt: moment.nullable().describe('When the key ends'),
    }),
  ),
  errors: ['DEVICE_LOGIN_NOT_FOUND'],
})
