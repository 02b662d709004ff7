import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { assertMay, readerOf } from '../products/product.access.ts'
import { findProduct, type StoredProduct } from '../products/product.store.ts'

/** The product whose links the caller wants to view or change; only its managers may. */
export async function linkedProduct(
  tx: TenantTransaction,
  caller: UserIdentity,
  idOrName: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, readerOf(caller), idOrName)
  if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${idOrName}"`)
  assertMay('manage', product)
  return product
}
