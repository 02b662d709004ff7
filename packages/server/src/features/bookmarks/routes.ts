import type { Handler } from '../../platform/http/handle.ts'
import { deleteBookmarksHandler } from './delete-bookmarks.ts'
import { getBookmarkByUrlHandler } from './get-bookmark-by-url.ts'
import { getBookmarkHandler } from './get-bookmark.ts'
import { listBookmarksHandler } from './list-bookmarks.ts'
import { saveBookmarkHandler } from './save-bookmark.ts'
import { updateBookmarkNameHandler } from './update-bookmark-name.ts'

export const bookmarkRoutes: readonly Handler[] = [
  listBookmarksHandler,
  getBookmarkHandler,
  getBookmarkByUrlHandler,
  saveBookmarkHandler,
  updateBookmarkNameHandler,
  deleteBookmarksHandler,
]
