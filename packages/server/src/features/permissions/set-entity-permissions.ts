import { setEntityPermissions } from '@sheetwright/contract/permissions/set-entity-permissions.ts'
import { handle } from '../../platform/http/handle.ts'
import { changePermissions } from './change-permissions.ts'
import { describeAccess } from './describe-access.ts'
import { managedEntity } from './protected-entity.ts'

export const setEntityPermissionsHandler = handle(setEntityPermissions, (context) => {
  const { caller, params, body, services } = context
  return services.db.inTenant(caller.tenantId, async (tx) => {
    const entity = await managedEntity(tx, caller, params)
    const totalPrincipalsAdded = await changePermissions(tx, context, entity, body.principals)
    await services.events.publish(tx, { type: 'product.changed', id: entity.productId })
    if (entity.type === 'engine') await services.events.publish(tx, { type: 'engine.changed', id: entity.id })
    return { totalPrincipalsAdded, ...(await describeAccess(tx, entity)) }
  })
})
