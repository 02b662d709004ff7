import { z } from 'zod'
import { defineCall } from '../call.ts'

export const issueClientToken = defineCall({
  id: 'session.issueClientToken',
  method: 'POST',
  path: '/auth/realms/{realm}/protocol/openid-connect/token',
  summary:
    'Exchange an API key for a bearer token (client credentials): the client id is the id or the name of the key, the client ' +
    'secret the key itself. Both are sent as fields or by HTTP Basic authentication. The token may do what the key may, as long as the key is valid.',
  caller: 'anyone',
  params: z.object({ realm: z.string().min(1).max(63).describe('Name of the tenant') }),
  body: {
    kind: 'json',
    schema: z.object({
      // A text first, so that a missing type is told apart from another one.
      grant_type: z
        .string()
        .meta({ enum: ['client_credentials'] })
        .pipe(z.literal('client_credentials')),
      client_id: z.string().min(1).max(200).optional().describe('Needed unless HTTP Basic authentication gives it'),
      client_secret: z.string().min(1).max(500).optional().describe('Needed unless HTTP Basic authentication gives it'),
    }),
    limits: { bytes: 64 * 1024, depth: 4, names: 50 },
    urlEncoded: true,
  },
  output: {
    kind: 'plain',
    schema: z
      .object({
        access_token: z.string(),
        expires_in: z.int().describe('Seconds'),
        refresh_expires_in: z.literal(0),
        token_type: z.literal('Bearer'),
        'not-before-policy': z.literal(0),
        scope: z.string().describe('Scopes of the key'),
      })
      .meta({ id: 'ClientToken' }),
  },
  errors: ['UNAUTHORIZED_ACCESS'],
})
