import type { ProductDetail } from '@sheetwright/contract/products/product.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { listSections } from '../documents/section.store.ts'
import type { ProductReader } from './product.access.ts'
import { findProduct, productNameIndex, type StoredProduct, summaryOf } from './product.store.ts'

/** The product that a call names; throws if it does not exist or the caller may not see it. */
export async function existingProduct(
  tx: TenantTransaction,
  reader: ProductReader,
  idOrName: string,
): Promise<StoredProduct> {
  const product = await findProduct(tx, reader, idOrName)
  if (product === undefined) throw productNotFound(idOrName)
  return product
}

/** The same with fields that only the product's own pages show. */
export async function productInDetail(
  tx: TenantTransaction,
  reader: ProductReader,
  idOrName: string,
): Promise<StoredProduct & ProductDetail> {
  const product = await existingProduct(tx, reader, idOrName)
  if (product.contentOnly) return { ...product, summary: '', sections: [] }
  return { ...product, summary: await summaryOf(tx, product.id), sections: await listSections(tx, product.id) }
}

export function productNotFound(idOrName: string): CallError {
  return new CallError('PRODUCT_NOT_FOUND', `There is no product "${idOrName}"`)
}

/** Two callers can choose the same name at once, so the database decides, and its error becomes the answer. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, productNameIndex)) throw error
    throw new CallError('PRODUCT_ALREADY_EXISTS', `There is already a product with the name "${name}"`)
  }
}
