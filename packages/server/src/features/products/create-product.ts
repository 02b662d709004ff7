import { createProduct } from '@sheetwright/contract/products/create-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { distinctCategories } from './category-list.ts'
import { readerOf } from './product.access.ts'
import { insertProduct } from './product.store.ts'
import { existingProduct, withUniqueName } from './product-failures.ts'

export const createProductHandler = handle(createProduct, ({ caller, body, services: { db, events } }) =>
  withUniqueName(body.Name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const id = await insertProduct(tx, {
        name: body.Name,
        category: distinctCategories(body.Category.split(',')),
        description: body.Description,
        launchDate: body.LaunchDate ?? null,
        startDate: body.StartDate ?? null,
        ownerId: caller.userId,
      })
      await events.publish(tx, { type: 'product.changed', id })
      return existingProduct(tx, readerOf(caller), id)
    }),
  ),
)
