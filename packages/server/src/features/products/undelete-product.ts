import { undeleteProduct } from '@sheetwright/contract/products/undelete-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { findDeletedProduct, unmarkDeleted } from './product.store.ts'
import { existingProduct, productNotFound, withUniqueName } from './product-failures.ts'

export const undeleteProductHandler = handle(
  undeleteProduct,
  ({ caller, params, services: { db, events }, correlationId }) =>
    withUniqueName(params.product, () =>
      db.inTenant(caller.tenantId, async (tx) => {
        const product = await findDeletedProduct(tx, readerOf(caller), params.product)
        if (product === undefined) throw productNotFound(params.product)
        assertMay('manage', product)
        await unmarkDeleted(tx, product.id)
        await events.publish(tx, { type: 'product.changed', id: product.id })
        const restored = await existingProduct(tx, readerOf(caller), product.id)
        await auditProduct(tx, { caller, correlationId }, { action: 'product.undelete', before: null, after: restored })
        return restored
      }),
    ),
)
