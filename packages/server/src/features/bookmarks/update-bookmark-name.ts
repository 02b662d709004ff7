import { updateBookmarkName } from '@sheetwright/contract/bookmarks/update-bookmark-name.ts'
import { handle } from '../../platform/http/handle.ts'
import { bookmarkNotFound, withUniqueName } from './bookmark-failures.ts'
import { findBookmark, renameBookmark } from './bookmark.store.ts'

export const updateBookmarkNameHandler = handle(updateBookmarkName, ({ caller, body, services: { db } }) =>
  withUniqueName(body.name, () =>
    db.inTenant(caller.tenantId, async (tx) => {
      const { id, name } = body
      if (!(await renameBookmark(tx, caller.userId, id, name))) throw bookmarkNotFound(id)
      const renamed = await findBookmark(tx, caller.userId, id)
      if (renamed === undefined) throw bookmarkNotFound(id)
      return renamed
    }),
  ),
)
