import type { TenantTransaction } from '../../platform/db/database.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { listGroups } from '../../platform/identity/users.store.ts'
import { listGrants, type ProtectedEntity } from './permission.store.ts'
import { managedEntity } from './protected-entity.ts'

export function sharedProduct(tx: TenantTransaction, caller: UserIdentity, { product }: { product: string }) {
  return managedEntity(tx, caller, { entityType: 'product', entityId: product })
}

export async function shareStates(tx: TenantTransaction, entity: ProtectedEntity) {
  const grants = await listGrants(tx, entity)
  const groups = await listGroups(tx)
  return groups.map(({ label }) => {
    const level = grants.find(({ groupLabel }) => groupLabel === label)?.level ?? null
    return { groupName: label, isShared: level !== null, level }
  })
}
