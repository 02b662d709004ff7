import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { productInDetail } from './product-failures.ts'

export const getProductHandler = handle(getProduct, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => productInDetail(tx, readerOf(caller), params.product)),
)
