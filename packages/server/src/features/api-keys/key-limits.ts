import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { requireEngineById } from '../engines/engine.access.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'

interface Reach {
  readonly products?: readonly string[] | null | undefined
  readonly engines?: readonly string[] | null | undefined
}

/** The limits of a key. Products and engines must exist, so that a typing error does not create a useless key. */
export async function reachOf(tx: TenantTransaction, caller: UserIdentity, limits: Reach) {
  const products = new Set(limits.products)
  const engines = new Set(limits.engines)
  for (const id of products) {
    if (!(await findProduct(tx, readerOf(caller), id))) {
      throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${id}"`, [
        { field: 'body.products', message: `There is no product "${id}"` },
      ])
    }
  }
  for (const id of engines) await requireEngineById(tx, caller, id, 'read')
  const isLimited = limits.products != null || limits.engines != null
  return { products: isLimited ? [...products] : null, engines: isLimited ? [...engines] : null }
}
