import { getCloneProductName } from '@sheetwright/contract/products/get-clone-product-name.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { freeProductName } from './product.store.ts'
import { existingProduct } from './product-failures.ts'

export const getCloneProductNameHandler = handle(getCloneProductName, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const { name } = await existingProduct(tx, readerOf(caller), params.product)
    return { name: await freeProductName(tx, name) }
  }),
)
