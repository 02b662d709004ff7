import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'

export const mail = z
  .object({
    id: z.uuid(),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    createdAt: moment,
    sentAt: moment.nullable(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'Mail' })

export const listOutbox = defineCall({
  id: 'mail.listOutbox',
  method: 'GET',
  path: '/api/Diagnostic/outbox',
  summary: 'The newest mails of the tenant, sent or waiting. Without a mail server they are read here.',
  caller: 'supervisor',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  output: data(z.object({ delivers: z.boolean().describe('False without a mail server'), mails: z.array(mail) })),
  errors: [],
})
