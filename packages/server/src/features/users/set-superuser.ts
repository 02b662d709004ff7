import { operator } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { findTenantByName } from '../../platform/identity/tenants.store.ts'
import { findUserByEmail, setSuperuser } from '../../platform/identity/users.store.ts'
import { changeUser } from './user-changes.ts'

/** Grants or revokes superuser rights, for the operator. False if the person does not exist. */
export async function makeSuperuser(
  db: Database,
  who: { readonly tenant: string; readonly email: string },
  isSuperuser: boolean,
): Promise<boolean> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, who.tenant))
  if (!tenant) return false
  return db.inTenant(tenant.id, async (tx) => {
    const user = await findUserByEmail(tx, who.email)
    if (!user) return false
    const action = isSuperuser ? 'user.makeSuperuser' : 'user.unmakeSuperuser'
    await changeUser(tx, operator, { id: user.id, action }, ({ id }) => setSuperuser(tx, id, isSuperuser))
    return true
  })
}
