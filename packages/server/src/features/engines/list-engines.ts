import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { handle } from '../../platform/http/handle.ts'
import { seenProduct } from './engine.access.ts'
import { engineOrder, filterEngines, inProduct } from './engine-filter.store.ts'
import * as store from './engine.store.ts'

export const listEnginesHandler = handle(listEngines, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, params.product)
    const { page, pageSize } = body
    const filters = [inProduct(product.id), ...filterEngines(body.search, caller)]
    return store.listEngines(tx, caller, { page, pageSize, order: engineOrder(body.sort), filters })
  }),
)
