import { listSharedProducts } from '@sheetwright/contract/products/list-shared-products.ts'
import { handle } from '../../platform/http/handle.ts'
import { passerOf } from './product.access.ts'
import * as store from './product.store.ts'
import { filterBy, orderBy } from './product-filter.store.ts'
import { isSharedWith } from './product-visibility.store.ts'

export const listSharedProductsHandler = handle(listSharedProducts, ({ caller, body, services: { db } }) => {
  const reader = passerOf(caller)
  const { page, pageSize } = body
  const filters = [isSharedWith(reader), ...filterBy(body.search, reader)]
  const wanted = { page, pageSize, sort: body.sort, order: orderBy(body.sort), filters }
  return db.inTenant(caller.tenantId, (tx) => store.listProducts(tx, reader, wanted))
})
