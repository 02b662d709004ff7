import { deleteProduct } from '@sheetwright/contract/products/delete-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { markDeleted } from './product.store.ts'
import { existingProduct, productNotFound } from './product-failures.ts'

export const deleteProductHandler = handle(
  deleteProduct,
  ({ caller, params, services: { db, events }, correlationId }) =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = await existingProduct(tx, readerOf(caller), params.product)
      assertMay('manage', product)
      const deletedAt = await markDeleted(tx, product.id, await personBehind(tx, caller))
      if (deletedAt === undefined) throw productNotFound(params.product)
      await events.publish(tx, { type: 'product.changed', id: product.id })
      await auditProduct(tx, { caller, correlationId }, { action: 'product.delete', before: product, after: null })
      return { id: product.id, deletedAt: deletedAt.toISOString() }
    }),
)
