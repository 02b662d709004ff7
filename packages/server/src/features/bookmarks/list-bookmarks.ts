import { listBookmarks } from '@sheetwright/contract/bookmarks/list-bookmarks.ts'
import { handle } from '../../platform/http/handle.ts'
import * as store from './bookmark.store.ts'

export const listBookmarksHandler = handle(listBookmarks, ({ caller, body, services: { db } }) => {
  const { page, pageSize, sort } = body
  const filters = body.search.map(({ field, value }) => store.bookmarkFilters[field](String(value)))
  return db.inTenant(caller.tenantId, (tx) => store.listBookmarks(tx, caller.userId, { page, pageSize, sort, filters }))
})
