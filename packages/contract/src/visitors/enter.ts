import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { userEmail } from '../users/user.ts'
import { oneTimeCode, visitorFields } from './visitor-fields.ts'

export const createAnonymousUser = defineCall({
  id: 'visitors.createAnonymousUser',
  method: 'POST',
  path: '/api/v1/userlogin/keycloak/CreateAnonymousUser',
  summary: 'Tell a link who comes: the same address gets the same visitor again.',
  caller: 'anyone',
  body: json(z.strictObject({ ...visitorFields, email: userEmail })),
  output: data(z.object({ anonymousUserId: z.uuid() })),
  errors: ['NOT_FOUND'],
})

export const sendOneTimeCode = defineCall({
  id: 'visitors.sendOneTimeCode',
  method: 'POST',
  path: '/api/v1/userlogin/keycloak/SendOTPToAnonymousUser',
  summary: 'Mail a one-time code to a visitor. The code sent before stops working.',
  caller: 'anyone',
  body: json(z.strictObject({ ...visitorFields, anonymousUserId: z.uuid() })),
  output: data(z.object({ sent: z.literal(true) })),
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],
})

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
  errors: ['NOT_FOUND', 'USER_NOT_FOUND'],
})
