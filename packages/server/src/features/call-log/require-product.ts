import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct, type StoredProduct } from '../products/product.store.ts'

export async function requireProduct(
  tx: TenantTransaction,
  caller: UserIdentity,
  name: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, readerOf(caller), name)
  if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${name}"`)
  return product
}
