import { getMasterApi } from '@sheetwright/contract/master-api/get-master-api.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { requireDefinition } from './master-api.access.ts'
import { findDefinition } from './master-api.store.ts'

export const getMasterApiHandler = handle(getMasterApi, ({ caller, params, query, services }) =>
  services.db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'read')
    if (query.orNull === 'true') return (await findDefinition(tx, product.id, query.version)) ?? null
    return requireDefinition(tx, product.id, query.version)
  }),
)
