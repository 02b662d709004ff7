import type { Database } from '../../platform/db/database.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { markFailed, markSent, removeOldMails, type StoredMail, takeDueMail } from '../../platform/mail/mail.store.ts'
import { type MailServer, openMailServer } from '../../platform/mail/mail-server.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** The most mails of a tenant per run: a full outbox does not delay other tenants. */
const mostOfTenant = 50

/** Sends the mails in the outboxes. Without a mail server they stay there for administrators to read. */
export const deliverMails: Schedule = {
  name: 'deliver-mails',
  everySeconds: 10,
  run: async ({ db, log, settings }, signal) => {
    const { smtp, mailFrom } = settings
    if (smtp === undefined || mailFrom === undefined) return
    const server = openMailServer(smtp, mailFrom)
    try {
      for (const tenantId of await db.inSystem(listTenantIds)) {
        // Claimed one at a time, so that no claim expires before its mail is sent.
        for (let sent = 0; sent < mostOfTenant; sent++) {
          if (signal.aborted) return
          const mail = await db.inTenant(tenantId, takeDueMail)
          if (mail === undefined) break
          const problem = await deliver(db, server, tenantId, mail)
          if (problem !== undefined) log.warn({ mail: mail.id, reason: problem }, 'A mail could not be sent')
        }
      }
    } finally {
      server.close()
    }
  },
}

async function deliver(
  db: Database,
  server: MailServer,
  tenantId: string,
  mail: StoredMail,
): Promise<string | undefined> {
  try {
    await server.send(mail)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await db.inTenant(tenantId, (tx) => markFailed(tx, mail, reason))
    return reason
  }
  await db.inTenant(tenantId, (tx) => markSent(tx, mail.id))
  return undefined
}

export const purgeMails: Schedule = {
  name: 'purge-mails',
  everySeconds: 24 * 60 * 60,
  run: async ({ db }, signal) => {
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      await db.inTenant(tenantId, removeOldMails)
    }
  },
}
