import { z } from 'zod'
import { moment } from '../dates.ts'

/** A mail as the list of the outbox shows it: without its text, which can open an account. */
export const mailHead = z
  .object({
    id: z.uuid(),
    recipient: z.string(),
    subject: z.string(),
    createdAt: moment,
    sentAt: moment.nullable(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'MailHead' })

/** Why links and codes are left out of a text. */
const hiddenBecause = z
  .enum(['delivered', 'owner'])
  .describe('delivered: a mail server brings it to its recipient; owner: the account belongs to a supervisor')

export const mail = mailHead.extend({ body: z.string(), hidden: hiddenBecause.nullable() }).meta({ id: 'Mail' })
