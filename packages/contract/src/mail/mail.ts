import { z } from 'zod'
import { moment } from '../dates.ts'

/** A mail as the outbox lists it: without its text, which can contain sign-in links. */
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

/** Why links and codes are removed from a text. */
const hiddenBecause = z
  .enum(['delivered', 'owner'])
  .describe('delivered: a mail server brings it to its recipient; owner: the account belongs to a supervisor')

export const mail = mailHead.extend({ body: z.string(), hidden: hiddenBecause.nullable() }).meta({ id: 'Mail' })
