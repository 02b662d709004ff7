import { markFavouriteProduct } from '@sheetwright/contract/products/mark-favourite-product.ts'
import { handle } from '../../platform/http/handle.ts'
import { readerOf } from './product.access.ts'
import { setFavourite } from './product.store.ts'
import { existingProduct } from './product-failures.ts'

export const markFavouriteProductHandler = handle(
  markFavouriteProduct,
  ({ caller, params, services: { db, events } }) => {
    const isFavourite = params.flag === 'true'
    return db.inTenant(caller.tenantId, async (tx) => {
      const { id } = await existingProduct(tx, readerOf(caller), params.product)
      await setFavourite(tx, caller.userId, id, isFavourite)
      await events.publish(tx, { type: 'product.changed', id }, { userId: caller.userId })
      return { isStarred: isFavourite }
    })
  },
)
