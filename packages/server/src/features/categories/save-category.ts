import { saveCategory } from '@sheetwright/contract/categories/save-category.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { countByCategory } from '../products/product.store.ts'
import { categoryAnswer } from './category-answer.ts'
import { findCategory, listCategories, lockCategories, putCategory } from './category.store.ts'

export const saveCategoryHandler = handle(saveCategory, async ({ caller, body, services, correlationId }) => {
  const { db, events, caches } = services
  const saved = await db.inTenant(caller.tenantId, async (tx) => {
    await lockCategories(tx)
    const before = (await findCategory(tx, body.key)) ?? null
    const key = before?.key ?? body.key
    const category = { key, value: body.value ?? before?.value ?? key, icon: body.icon }
    await putCategory(tx, category)
    await events.publish(tx, { type: 'category.changed', id: key })
    const uses = await countByCategory(tx, readerOf(caller))
    await recordAudit(tx, actorOf(caller, correlationId), {
      action: 'category.save',
      entityType: 'category',
      entityId: key,
      entityName: category.value,
      before,
      after: category,
    })
    const all = (await listCategories(tx)).map((each) => categoryAnswer(each, uses))
    return { ...categoryAnswer(category, uses), 'Metadata.ProductCategories': all }
  })
  await caches.clear(caller.tenantId)
  return saved
})
