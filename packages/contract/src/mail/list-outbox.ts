import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { mailHead } from './mail.ts'

export const listOutbox = defineCall({
  id: 'mail.listOutbox',
  method: 'GET',
  path: '/api/Diagnostic/outbox',
  summary: 'The newest mails of the tenant, sent or waiting, without their texts.',
  caller: 'supervisor',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  output: data(z.object({ delivers: z.boolean().describe('False without a mail server'), mails: z.array(mailHead) })),
  errors: [],
})
