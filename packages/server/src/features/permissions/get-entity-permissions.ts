import { getEntityPermissions } from '@sheetwright/contract/permissions/get-entity-permissions.ts'
import { handle } from '../../platform/http/handle.ts'
import { describeAccess } from './describe-access.ts'
import { managedEntity } from './protected-entity.ts'

export const getEntityPermissionsHandler = handle(getEntityPermissions, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => describeAccess(tx, await managedEntity(tx, caller, params))),
)
