import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { handle } from '../../platform/http/handle.ts'
import { listMails } from '../../platform/mail/mail.store.ts'
import { mailHeadAnswer } from './mail-answer.ts'

export const listOutboxHandler = handle(listOutbox, async ({ caller, query, services: { db, settings } }) => {
  const mails = await db.inTenant(caller.tenantId, (tx) => listMails(tx, query.limit))
  return { delivers: settings.smtp !== undefined, mails: mails.map(mailHeadAnswer) }
})
