import { operator, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { newOneTimePassword, type Passwords } from '../../platform/identity/passwords.ts'
import { findTenantByName } from '../../platform/identity/tenants.store.ts'
import { findUserByEmail, insertUser } from '../../platform/identity/users.store.ts'
import { auditedUser } from './user-answer.ts'
import { existingUser } from './user-changes.ts'

type Added =
  | { readonly kind: 'added'; readonly oneTimePassword: string }
  | { readonly kind: 'noTenant' }
  | { readonly kind: 'exists' }

/** Adds a person for the operator, such as the first person of a new tenant. */
export async function addPerson(
  db: Database,
  passwords: Passwords,
  { email, tenant: tenantName, group }: { email: string; tenant: string; group: string },
): Promise<Added> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, tenantName))
  if (!tenant) return { kind: 'noTenant' }
  const oneTimePassword = newOneTimePassword()
  const oneTimePasswordHash = await passwords.hash(oneTimePassword)
  return db.inTenant(tenant.id, async (tx) => {
    if (await findUserByEmail(tx, email)) return { kind: 'exists' }
    const fullName = email.split('@')[0] ?? email
    const id = await insertUser(tx, { email, fullName, groups: [group], oneTimePasswordHash })
    await recordAudit(tx, operator, {
      action: 'user.add',
      entityType: 'user',
      entityId: id,
      entityName: fullName,
      before: null,
      after: auditedUser(await existingUser(tx, id)),
    })
    return { kind: 'added', oneTimePassword }
  })
}
