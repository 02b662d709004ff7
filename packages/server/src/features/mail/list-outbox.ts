import { listOutbox as call } from '@sheetwright/contract/mail/list-outbox.ts'
import { handle } from '../../platform/http/handle.ts'
import { listMails, type StoredMail } from '../../platform/mail/mail.store.ts'

export const listOutbox = handle(call, async ({ caller, query, services: { db, settings } }) => {
  const mails = await db.inTenant(caller.tenantId, (tx) => listMails(tx, query.limit))
  return { delivers: settings.smtp !== undefined, mails: mails.map(mailAnswer) }
})

function mailAnswer({ id, recipient, subject, body, createdAt, sentAt, lastError }: StoredMail) {
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
  return { id, recipient, subject, body, lastError, ...times }
}
