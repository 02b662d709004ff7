import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { engineOrder, inProduct } from '../engines/engine-filter.store.ts'
import { listEngines, type StoredEngine } from '../engines/engine.store.ts'
import { requireRule } from '../user-groups/user-group.access.ts'
import { passerOf } from './product.access.ts'
import { productInDetail } from './product-failures.ts'

export const getProductHandler = handle(getProduct, ({ caller, params, query, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const product = await productInDetail(tx, passerOf(caller), params.product)
    const shown = await shownEngines(tx, caller, product.id, query.noOfCalculationEngines)
    return { ...product, calculationEngines: { ...product.calculationEngines, engines: shown } }
  }),
)

/** The engines changed last; empty for callers whose groups may not view engines. */
async function shownEngines(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  productId: string,
  pageSize: number,
): Promise<StoredEngine[]> {
  if (pageSize === 0) return []
  try {
    await requireRule(tx, caller, { module: 'ProductEngine', rule: 'View' })
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
  const filters = [inProduct(productId)]
  const { items } = await listEngines(tx, caller, { page: 1, pageSize, order: engineOrder('-updated'), filters })
  return items
}
