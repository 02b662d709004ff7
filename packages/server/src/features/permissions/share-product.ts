import { shareProduct } from '@sheetwright/contract/permissions/share-product.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { changePermissions } from './change-permissions.ts'
import { sharedProduct, shareStates } from './share-state.ts'

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

function stateOf(states: Awaited<ReturnType<typeof shareStates>>, label: string) {
  const state = states.find(({ groupName }) => groupName === label)
  if (state === undefined) throw new CallError('USER_GROUP_NOT_FOUND', `There is no group ${label}`)
  return state
}
