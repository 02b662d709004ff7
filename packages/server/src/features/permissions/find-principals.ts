import { findPrincipals } from '@sheetwright/contract/permissions/find-principals.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from './permission.store.ts'
import { managedEntity } from './protected-entity.ts'

const most = 20

export const findPrincipalsHandler = handle(findPrincipals, ({ caller, params, query, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    await managedEntity(tx, caller, params)
    return { principals: await store.findPrincipals(tx, query.search, most) }
  }),
)
