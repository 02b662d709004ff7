import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { moment } from '../dates.ts'
import { entityName } from '../names.ts'
import { groupLabel } from '../users/group-label.ts'
import { apiKey, keyScope } from './api-key.ts'

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
    }),
  ),
  output: data(z.object({ key: z.string().describe('Sent as header x-synthetic-key'), apiKey })),
  errors: ['API_KEY_ALREADY_EXISTS'],
})
