import { deleteCategory } from '@sheetwright/contract/categories/delete-category.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { countByCategory, takeOutOfCategory } from '../products/product.store.ts'
import { categoryAnswer } from './category-answer.ts'
import { findCategory, listCategories, lockCategories, removeCategory } from './category.store.ts'

export const deleteCategoryHandler = handle(
  deleteCategory,
  async ({ caller, params, query, services, correlationId }) => {
    const { db, events, caches } = services
    const deleted = await db.inTenant(caller.tenantId, async (tx) => {
      await lockCategories(tx)
      const before = await findCategory(tx, params.key)
      if (before === undefined) throw new CallError('CATEGORY_NOT_FOUND', `There is no category "${params.key}"`)
      // Checked after the change: the error rolls back the transaction, and no product can be added in between.
      const products = await takeOutOfCategory(tx, before.key)
      if (products > 0 && query.force !== 'true') {
        throw new CallError('CATEGORY_IN_USE', `${products} products are in the category "${before.value}"`)
      }
      await removeCategory(tx, before.key)
      await events.publish(tx, { type: 'category.changed', id: before.key })
      await recordAudit(tx, actorOf(caller, correlationId), {
        action: 'category.delete',
        entityType: 'category',
        entityId: before.key,
        entityName: before.value,
        before: { ...before, products },
        after: null,
      })
      const uses = await countByCategory(tx, readerOf(caller))
      const left = (await listCategories(tx)).map((each) => categoryAnswer(each, uses))
      return { key: before.key, products, 'Metadata.ProductCategories': left }
    })
    await caches.clear(caller.tenantId)
    return deleted
  },
)
