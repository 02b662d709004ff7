import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { userEmail } from '../users/user.ts'
import { visitorFields } from './visitor-fields.ts'

export const createAnonymousUser = defineCall({
  id: 'visitors.createAnonymousUser',
  method: 'POST',
  path: '/api/v1/userlogin/keycloak/CreateAnonymousUser',
  summary: 'Tell a link who comes: the same address gets the same visitor again.',
  caller: 'anyone',
  body: json(z.strictObject({ ...visitorFields, email: userEmail })),
  output: data(z.object({ anonymousUserId: z.uuid() })),
  tellsMissing: true,
  errors: ['MISSING_PARAMETERS', 'MISSING_KEY_IN_BODY', 'NOT_FOUND'],
})
