import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { handle } from '../../platform/http/handle.ts'
import { eq } from 'drizzle-orm'
import { engines } from '../../platform/db/schema/engines.ts'
import { seenProduct } from './engine.access.ts'
import { engineOrder, filterEngines } from './engine-filters.ts'
import * as store from './engine.store.ts'

export const listEnginesHandler = handle(listEngines, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await seenProduct(tx, caller, params.product)
    const { page, pageSize } = body
    const filters = [eq(engines.productId, product.id), ...filterEngines(body.search, caller)]
    return store.listEngines(tx, caller, { page, pageSize, order: engineOrder(body.sort), filters })
  }),
)
