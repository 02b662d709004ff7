import { checkEngines } from '@sheetwright/contract/master-api/check-engines.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireProduct } from '../engines/engine.access.ts'
import { checkedEngines } from './checked-engines.ts'
import { requireDefinition } from './master-api.access.ts'

export const checkEnginesHandler = handle(checkEngines, ({ caller, params, query, services: { db, files } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await requireProduct(tx, caller, params.product, 'read')
    const { fields } = await requireDefinition(tx, product.id, query.version)
    return checkedEngines(tx, files, caller, product.id, fields)
  }),
)
