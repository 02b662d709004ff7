import { operator, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { announce } from '../../platform/identity/identity-changes.ts'
import { resetByOperatorMail } from '../../platform/identity/password-mails.ts'
import { removeLinksOf } from '../../platform/identity/password-links.store.ts'
import { newOneTimePassword, type Passwords } from '../../platform/identity/passwords.ts'
import { endSessionsOf } from '../../platform/identity/sessions.store.ts'
import { findTenantByName } from '../../platform/identity/tenants.store.ts'
import { findUserByEmail, setPassword } from '../../platform/identity/users.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'

/**
 * Gives a person a new one-time password, and ends their sessions and mailed links. For the operator's command line: a
 * lost password must never mean a lost installation. Returns undefined if the person does not exist.
 */
export async function resetPassword(
  db: Database,
  passwords: Passwords,
  who: { tenant: string; email: string },
): Promise<string | undefined> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, who.tenant))
  if (!tenant) return undefined
  const password = newOneTimePassword()
  const hash = await passwords.hash(password)
  const found = await db.inTenant(tenant.id, async (tx) => {
    const user = await findUserByEmail(tx, who.email)
    if (!user) return false
    await setPassword(tx, user.id, { hash, oneTime: true })
    await removeLinksOf(tx, user.id)
    await endSessionsOf(tx, user.id)
    await announce(tx, { kind: 'user', tenantId: tenant.id, userId: user.id })
    await queueMail(tx, resetByOperatorMail(user))
    await recordAudit(tx, operator, {
      action: 'user.resetPassword',
      entityType: 'user',
      entityId: user.id,
      entityName: user.fullName,
      before: null,
      after: null,
    })
    return true
  })
  return found ? password : undefined
}
