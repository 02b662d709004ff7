import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { ProductReader } from './product.access.ts'
import { findProduct, productNameIndex, type StoredProduct } from './product.store.ts'

/** The product that a call names, or the answer that there is none. What the caller may not see does not exist. */
export async function existingProduct(
  tx: TenantTransaction,
  reader: ProductReader,
  idOrName: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, reader, idOrName)
  if (product === undefined) throw productNotFound(idOrName)
  return product
}

export function productNotFound(idOrName: string): CallError {
  return new CallError('PRODUCT_NOT_FOUND', `There is no product "${idOrName}"`)
}

/** Two callers can choose the same name at once, so the database decides, and its refusal becomes the answer. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, productNameIndex)) throw error
    throw new CallError('PRODUCT_ALREADY_EXISTS', `There is already a product with the name "${name}"`)
  }
}
