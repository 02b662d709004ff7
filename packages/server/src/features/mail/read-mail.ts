import { readMail } from '@sheetwright/contract/mail/read-mail.ts'
import { actorOf, hasBeenSupervisor, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { findUserByEmail } from '../../platform/identity/users.store.ts'
import { findMail, type StoredMail } from '../../platform/mail/mail.store.ts'
import { mailHeadAnswer } from './mail-answer.ts'

export const readMailHandler = handle(readMail, ({ caller, params, services: { db, settings }, correlationId }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const mail = await findMail(tx, params.id)
    if (!mail) throw new CallError('MAIL_NOT_FOUND', 'There is no such mail')
    const hidden = settings.smtp === undefined ? await hiddenFor(tx, caller, mail) : 'delivered'
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'mail.read',
      entityType: 'mail',
      entityId: mail.id,
      entityName: mail.recipient,
      before: null,
      after: { subject: mail.subject, hidden },
    })
    const body = hidden === null ? mail.body : withoutSecrets(mail.body)
    return { ...mailHeadAnswer(mail), body, hidden }
  }),
)

/**
 * Without a mail server administrators pass on links, but not links into accounts of other administrators: these need
 * the operator's command line. An account without a password has no owner yet who could be deceived.
 */
async function hiddenFor(
  tx: TenantTransaction,
  caller: { readonly userId: string },
  { recipient }: StoredMail,
): Promise<'owner' | null> {
  const owner = await findUserByEmail(tx, recipient)
  if (!owner || owner.id === caller.userId) return null
  if (owner.isSuperuser) return 'owner'
  return owner.passwordHash !== null && (await hasBeenSupervisor(tx, owner)) ? 'owner' : null
}

/** Links and one-time codes are the only secrets in a mail. */
function withoutSecrets(body: string): string {
  return body.replace(/https?:\/\/\S+/g, '••••••••').replace(/\b\d{6}\b/g, '••••••')
}
