import { deleteBookmarks } from '@sheetwright/contract/bookmarks/delete-bookmarks.ts'
import { saveBookmark } from '@sheetwright/contract/bookmarks/save-bookmark.ts'
import { updateBookmarkName } from '@sheetwright/contract/bookmarks/update-bookmark-name.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { bookmarkKeys } from './queries.ts'

/** Failures are shown at the field of the name. */
const inForm = { announced: false } as const

export function useSaveBookmark() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof saveBookmark>) => api.call(saveBookmark, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarkKeys.all }),
    meta: inForm,
  })
}

export function useRenameBookmark() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof updateBookmarkName>) => api.call(updateBookmarkName, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarkKeys.all }),
    meta: inForm,
  })
}

export function useDeleteBookmarks() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => api.call(deleteBookmarks, { body: { ids: [...ids] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: bookmarkKeys.all }),
  })
}
