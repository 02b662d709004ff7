import { getBookmarkByUrl } from '@sheetwright/contract/bookmarks/get-bookmark-by-url.ts'
import { handle } from '../../platform/http/handle.ts'
import { findBookmarkByUrl } from './bookmark.store.ts'

export const getBookmarkByUrlHandler = handle(getBookmarkByUrl, async ({ caller, body, services: { db } }) => {
  const found = await db.inTenant(caller.tenantId, (tx) => findBookmarkByUrl(tx, caller.userId, body.bookmarkUrl))
  return found ?? null
})
