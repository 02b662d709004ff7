import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { Product } from '@sheetwright/contract/products/product.ts'

/** Whether the user has the level on a product. Used to hide what the server would refuse. */
export function may(level: AccessLevel, product: Product): boolean {
  return accessRanks[product.access] >= accessRanks[level]
}
