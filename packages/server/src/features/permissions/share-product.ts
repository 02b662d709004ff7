import { getShareState, shareProduct } from '@sheetwright/contract/permissions/share-product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { listGroups } from '../../platform/identity/users.store.ts'
import { changePermissions } from './change-permissions.ts'
import { listGrants, type ProtectedEntity } from './permission.store.ts'
import { managedEntity } from './protected-entity.ts'

export const getShareStateHandler = handle(getShareState, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => ({
    groups: await shareStates(tx, await sharedProduct(tx, caller, params)),
  })),
)

export const shareProductHandler = handle(shareProduct, (context) => {
  const { caller, params, body, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const entity = await sharedProduct(tx, caller, params)
    const before = stateOf(await shareStates(tx, entity), body.groupName)
    if (before.isShared === body.isShared) return before
    const principal = { type: 'group', id: body.groupName } as const
    await changePermissions(tx, context, entity, [{ principal, level: body.isShared ? 'view' : null }])
    await services.events.publish(tx, { type: 'product.changed', id: entity.productId })
    return stateOf(await shareStates(tx, entity), body.groupName)
  })
})

function sharedProduct(tx: TenantTransaction, caller: UserIdentity, { product }: { product: string }) {
  return managedEntity(tx, caller, { entityType: 'product', entityId: product })
}

async function shareStates(tx: TenantTransaction, entity: ProtectedEntity) {
  const grants = await listGrants(tx, entity)
  const groups = await listGroups(tx)
  return groups.map(({ label }) => {
    const level = grants.find(({ groupLabel }) => groupLabel === label)?.level ?? null
    return { groupName: label, isShared: level !== null, level }
  })
}

function stateOf(states: Awaited<ReturnType<typeof shareStates>>, label: string) {
  const state = states.find(({ groupName }) => groupName === label)
  if (state === undefined) throw new CallError('USER_GROUP_NOT_FOUND', `There is no group ${label}`)
  return state
}
