import { saveBookmark } from '@sheetwright/contract/bookmarks/save-bookmark.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { passerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { bookmarkNotFound, withUniqueName } from './bookmark-failures.ts'
import { findBookmark, insertBookmark } from './bookmark.store.ts'

export const saveBookmarkHandler = handle(saveBookmark, ({ caller, body, services: { db } }) => {
  const { name, bookmarkUrl: url, data, productName } = body
  return withUniqueName(name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const product = productName == null ? null : await findProduct(tx, passerOf(caller), productName)
      if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${productName}"`)
      const id = await insertBookmark(tx, caller.userId, { productId: product?.id ?? null, name, url, data })
      const saved = await findBookmark(tx, caller.userId, id)
      if (saved === undefined) throw bookmarkNotFound(id)
      return saved
    }),
  )
})
