import { type Actor, operator, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Database, TenantTransaction } from '../../platform/db/database.ts'
import { factorRemovedMail } from '../../platform/identity/password-mails.ts'
import { removeFactor } from '../../platform/identity/second-factor.store.ts'
import { findTenantByName } from '../../platform/identity/tenants.store.ts'
import { findUserByEmail, type StoredUser } from '../../platform/identity/users.store.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'

/** Removes the second factor of a person who has lost it, and notifies them. Returns whether there was one. */
export async function forgetFactor(tx: TenantTransaction, actor: Actor, user: StoredUser): Promise<boolean> {
  if (!(await removeFactor(tx, user.id))) return false
  await queueMail(tx, factorRemovedMail(user, actor.name))
  await recordAudit(tx, actor, {
    action: 'user.removeSecondFactor',
    entityType: 'user',
    entityId: user.id,
    entityName: user.fullName,
    before: null,
    after: null,
  })
  return true
}

/** The same for the operator's command line; undefined if the person does not exist. */
export async function forgetFactorByOperator(
  db: Database,
  who: { tenant: string; email: string },
): Promise<boolean | undefined> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, who.tenant))
  if (!tenant) return undefined
  return db.inTenant(tenant.id, async (tx) => {
    const user = await findUserByEmail(tx, who.email)
    return user && forgetFactor(tx, operator, user)
  })
}
