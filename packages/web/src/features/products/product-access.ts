import { ApiError } from '@sheetwright/contract/api-error.ts'
import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'

/** Whether the user has the level on a product. Used to hide what the server would refuse. */
export function may(level: AccessLevel, product: Product): boolean {
  return accessRanks[product.access] >= accessRanks[level]
}

/** Whether a product could not be loaded because there is none, or none that the user may see. */
export function isUnseenProduct(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'PRODUCT_NOT_FOUND'
}
