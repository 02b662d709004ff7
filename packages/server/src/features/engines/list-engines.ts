import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { handle } from '../../platform/http/handle.ts'
import { eq } from 'drizzle-orm'
import { engines } from '../../platform/db/schema/engines.ts'
import { passerOf } from '../products/product.access.ts'
import { existingProduct } from '../products/product-failures.ts'
import { engineOrder, filterEngines } from './engine-filters.ts'
import * as store from './engine.store.ts'

export const listEnginesHandler = handle(listEngines, ({ caller, params, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await existingProduct(tx, passerOf(caller), params.product)
    const { page, pageSize } = body
    const filters = [eq(engines.productId, product.id), ...filterEngines(body.search, caller)]
    return store.listEngines(tx, caller, { page, pageSize, order: engineOrder(body.sort), filters })
  }),
)
