import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { oneTimeCode, visitorFields } from './visitor-fields.ts'

export const generateVisitorToken = defineCall({
  id: 'visitors.generateVisitorToken',
  method: 'POST',
  path: '/api/v1/userlogin/keycloak/GenerateAnonymouseUserToken',
  summary: 'Exchange a one-time code for a token that reaches the engine of the link and nothing else.',
  caller: 'anyone',
  body: json(
    z.strictObject({
      ...visitorFields,
      anonymousUserId: z.uuid(),
      code: z
        .string()
        .regex(new RegExp(`^\\d{${oneTimeCode.digits}}$`), { error: `must have ${oneTimeCode.digits} digits` }),
    }),
  ),
  output: data(z.object({ targetUrl: z.string(), access_token: z.string() })),
  tellsMissing: true,
  errors: ['MISSING_PARAMETERS', 'MISSING_KEY_IN_BODY', 'NOT_FOUND', 'USER_NOT_FOUND'],
})
