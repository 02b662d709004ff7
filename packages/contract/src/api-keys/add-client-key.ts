import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { apiKey, clientAddress, keyScope } from './api-key.ts'
import { clientParams } from './api-client.ts'

export const addClientKey = defineCall({
  id: 'apiKeys.addClientKey',
  method: 'POST',
  path: '/api/v1/apiclient/addkey/{client}',
  summary:
    'Give an API client a key; the answer is the only place where it is shown. With `overlapHours` the key replaces the ones ' +
    'it has, which work for that long beside it.',
  caller: 'supervisor',
  params: clientParams,
  body: json(
    z.strictObject({
      scopes: z.array(keyScope).min(1).default(['execute']),
      expiresAt: moment.optional(),
      addresses: z.array(clientAddress).min(1).max(100).optional().describe('The only addresses it is used from'),
      overlapHours: z
        .number()
        .min(0)
        .max(24 * 90)
        .optional()
        .describe('0 ends the other keys at once'),
    }),
  ),
  output: data(z.object({ key: z.string().describe('Sent as header x-synthetic-key'), apiKey })),
  errors: ['API_CLIENT_NOT_FOUND'],
})
