import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'
import { apiKey, clientAddress, keyScope } from './api-key.ts'

export const createApiKey = defineCall({
  id: 'apiKeys.createApiKey',
  method: 'POST',
  path: '/api/v1/apikey/create',
  summary: 'Make an API key. The answer is the only place where it is shown.',
  caller: 'supervisor',
  body: json(
    z.strictObject({
      name: entityName,
      group: groupLabel,
      scopes: z.array(keyScope).min(1).default(['execute']),
      expiresAt: moment.optional(),
      products: z.array(z.uuid()).max(200).optional().describe('The only products it reaches, beside `engines`'),
      engines: z
        .array(z.uuid())
        .max(200)
        .optional()
        .describe('The only engines it reaches, beside those of `products`'),
      addresses: z.array(clientAddress).min(1).max(100).optional().describe('The only addresses it is used from'),
    }),
  ),
  output: data(z.object({ key: z.string().describe('Sent as header x-synthetic-key'), apiKey })),
  errors: ['API_KEY_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND', 'ENGINE_NOT_FOUND'],
})
