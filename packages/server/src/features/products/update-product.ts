import { updateProduct } from '@sheetwright/contract/products/update-product.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { distinctCategories } from './category-list.ts'
import { requireRule } from '../user-groups/user-group.access.ts'
import { assertMay, readerOf } from './product.access.ts'
import { auditProduct } from './product-audit.ts'
import { safeSummary } from './safe-summary.ts'
import * as store from './product.store.ts'
import { assertStatusChange } from './status-change.ts'
import { existingProduct, productInDetail, productNotFound, withUniqueName } from './product-failures.ts'

export const updateProductHandler = handle(updateProduct, (context) => {
  const { caller, params, body, services } = context
  const { db, events } = services
  const { updatedAt: basedOn, category, reason, summary, shouldTrackUserAction: _tracked, ...fields } = body
  const changes = {
    ...given(fields),
    ...(category === undefined ? {} : { category: distinctCategories(category) }),
    ...(summary === undefined ? {} : { summary: safeSummary(summary) }),
  }
  return withUniqueName(body.name ?? params.product, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { id, ...found } = await existingProduct(tx, readerOf(caller), params.product)
      assertMay('edit', found)
      const updatedAt = await store.lockProduct(tx, id)
      if (updatedAt === undefined) throw productNotFound(params.product)
      if (basedOn !== undefined && Date.parse(basedOn) !== updatedAt.getTime()) {
        throw new CallError('CONFLICT', 'Somebody else has changed the product in the meantime')
      }
      const product = await productInDetail(tx, readerOf(caller), id)
      if (body.status !== undefined && body.status !== product.status) {
        await requireRule(tx, caller, { module: 'Product', rule: 'StatusChange' })
        assertStatusChange(product.status, body.status, reason)
      }
      await store.updateProduct(tx, id, changes)
      await events.publish(tx, { type: 'product.changed', id })
      const changed = await productInDetail(tx, readerOf(caller), id)
      await auditProduct(tx, context, {
        action: 'product.update',
        before: product,
        after: changed,
        ...(reason ? { reason } : {}),
      })
      return changed
    }),
  )
})

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The sent fields; omitted ones stay unchanged. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
