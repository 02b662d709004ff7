import { getCategories } from '@sheetwright/contract/categories/get-categories.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { countByCategory } from '../products/product.store.ts'
import { categoryAnswer } from './category-answer.ts'
import { listCategories } from './category.store.ts'

export const getCategoriesHandler = handle(getCategories, ({ caller, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const uses = await countByCategory(tx, readerOf(caller))
    return (await listCategories(tx)).map((category) => categoryAnswer(category, uses))
  }),
)
