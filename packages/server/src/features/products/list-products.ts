import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import * as store from './product.store.ts'
import { filterBy, orderBy } from './product-filter.store.ts'

export const listProductsHandler = handle(listProducts, ({ caller, body, services: { db } }) => {
  const reader = readerOf(caller)
  const { page, pageSize } = body
  const wanted = { page, pageSize, sort: body.sort, order: orderBy(body.sort), filters: filterBy(body.search, reader) }
  return db.inTenant(caller.tenantId, (tx) => store.listProducts(tx, reader, wanted))
})
