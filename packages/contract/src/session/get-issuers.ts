import { z } from 'zod'
import { defineCall } from '../call.ts'
import { publicIssuer } from './issuer.ts'

export const getIssuers = defineCall({
  id: 'session.getIssuers',
  method: 'GET',
  path: '/issuer.json',
  summary: 'The identity providers that can sign people in, the preferred one first.',
  caller: 'anyone',
  output: { kind: 'plain', schema: z.array(publicIssuer) },
  keptSeconds: 60,
  errors: [],
})
