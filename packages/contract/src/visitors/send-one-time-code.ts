import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { visitorFields } from './visitor-fields.ts'

export const sendOneTimeCode = defineCall({
  id: 'visitors.sendOneTimeCode',
  method: 'POST',
  path: '/api/v1/userlogin/keycloak/SendOTPToAnonymousUser',
  summary: 'Mail a one-time code to a visitor. The code sent before stops working.',
  caller: 'anyone',
  body: json(z.strictObject({ ...visitorFields, anonymousUserId: z.uuid() })),
  output: data(z.object({ sent: z.literal(true) })),
  tellsMissing: true,
  errors: ['MISSING_PARAMETERS', 'MISSING_KEY_IN_BODY', 'NOT_FOUND', 'USER_NOT_FOUND'],
})
