import { deleteBookmarks } from '@sheetwright/contract/bookmarks/delete-bookmarks.ts'
import { handle } from '../../platform/http/handle.ts'
import { bookmarkNotFound } from './bookmark-failures.ts'
import { removeBookmarks } from './bookmark.store.ts'

export const deleteBookmarksHandler = handle(deleteBookmarks, ({ caller, body, services: { db } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const ids = [...new Set(body.ids)]
    const removed = new Set(await removeBookmarks(tx, caller.userId, ids))
    const missing = ids.find((id) => !removed.has(id))
    if (missing !== undefined) throw bookmarkNotFound(missing)
    return { deleted: removed.size }
  }),
)
