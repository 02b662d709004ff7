import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { existingProduct } from './product-failures.ts'

export const getProductHandler = handle(getProduct, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => existingProduct(tx, readerOf(caller), params.product)),
)
