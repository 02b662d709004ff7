import { getBookmark } from '@sheetwright/contract/bookmarks/get-bookmark.ts'
import { handle } from '../../platform/http/handle.ts'
import { bookmarkNotFound } from './bookmark-failures.ts'
import { findBookmark } from './bookmark.store.ts'

export const getBookmarkHandler = handle(getBookmark, async ({ caller, params, services: { db } }) => {
  const found = await db.inTenant(caller.tenantId, (tx) => findBookmark(tx, caller.userId, params.id))
  if (found === undefined) throw bookmarkNotFound(params.id)
  return found
})
