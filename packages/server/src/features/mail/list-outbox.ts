import { listOutbox } from '@sheetwright/contract/mail/list-outbox.ts'
import { handle } from '../../platform/http/handle.ts'
import { superuserAddresses } from '../../platform/identity/users.store.ts'
import { listMails, type StoredMail } from '../../platform/mail/mail.store.ts'

export const listOutboxHandler = handle(listOutbox, async ({ caller, query, services: { db, settings } }) => {
  const { mails, superusers } = await db.inTenant(caller.tenantId, async (tx) => ({
    mails: await listMails(tx, query.limit),
    superusers: caller.isSuperuser ? new Set<string>() : await superuserAddresses(tx),
  }))
  const shown = mails.map((mail) => (superusers.has(mail.recipient.toLowerCase()) ? { ...mail, body: withheld } : mail))
  return { delivers: settings.smtp !== undefined, mails: shown.map(mailAnswer) }
})

/** A mail can hold a link that opens the account of whoever it is for. */
const withheld = '(Shown to superusers only)'

function mailAnswer({ id, recipient, subject, body, createdAt, sentAt, lastError }: StoredMail) {
  const times = { createdAt: createdAt.toISOString(), sentAt: sentAt?.toISOString() ?? null }
  return { id, recipient, subject, body, lastError, ...times }
}
