import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { mail } from './mail.ts'

export const readMail = defineCall({
  id: 'mail.readMail',
  method: 'GET',
  path: '/api/Diagnostic/outbox/{id}',
  summary:
    'The text of a mail. Links and codes are left out where a mail server delivers them, and where they open the account of a supervisor. The audit trail keeps who read it.',
  caller: 'supervisor',
  params: z.strictObject({ id: z.uuid() }),
  output: data(mail),
  errors: ['MAIL_NOT_FOUND'],
})
