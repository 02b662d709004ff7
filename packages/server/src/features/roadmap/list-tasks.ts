import { listTasks } from '@sheetwright/contract/roadmap/list-tasks.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from '../products/product.access.ts'
import { filterBy } from '../products/product-filter.store.ts'
import { listProducts } from '../products/product.store.ts'
import { roadmapAnswer } from './roadmap-answer.ts'
import { orderTasks } from './roadmap.store.ts'

export const listTasksHandler = handle(listTasks, ({ caller, body, services: { db } }) => {
  const reader = readerOf(caller)
  const { page, pageSize, sort, search } = body
  return db.inTenant(caller.tenantId, async (tx) => {
    const wanted = {
      page,
      pageSize,
      sort: `roadmap ${sort}`,
      order: orderTasks(sort),
      filters: filterBy(search, reader),
    }
    const { items, count } = await listProducts(tx, reader, wanted)
    return { items: await roadmapAnswer(tx, reader, items), count }
  })
})
