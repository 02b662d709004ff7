import { bookmarkPageSize } from '@sheetwright/contract/bookmarks/bookmark.ts'
import { getBookmarkByUrl } from '@sheetwright/contract/bookmarks/get-bookmark-by-url.ts'
import { getBookmark } from '@sheetwright/contract/bookmarks/get-bookmark.ts'
import { listBookmarks } from '@sheetwright/contract/bookmarks/list-bookmarks.ts'
import { useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'

export interface BookmarkList {
  readonly name: string
  /** Name or id of a product; undefined for all. */
  readonly product?: string | undefined
  readonly sort: 'name' | '-name' | 'created' | '-created'
  readonly page: number
}

export const bookmarkKeys = {
  all: ['bookmarks'],
  list: (list: BookmarkList) => ['bookmarks', 'list', list.product, list],
  byUrl: (url: string) => ['bookmarks', 'by-url', url],
  one: (id: string) => ['bookmarks', 'one', id],
} as const

export function useBookmarks(list: BookmarkList, enabled = true) {
  const api = useApi()
  const { name, product, sort, page } = list
  return useQuery({
    queryKey: bookmarkKeys.list(list),
    queryFn: ({ signal }) =>
      api.call(listBookmarks, {
        body: {
          page,
          pageSize: bookmarkPageSize,
          sort,
          search: [
            ...(name === '' ? [] : [{ field: 'name_co', value: name } as const]),
            ...(product === undefined ? [] : [{ field: 'productName', value: product } as const]),
          ],
        },
        signal,
      }),
    placeholderData: keepPreviousOf(product),
    enabled,
  })
}

/** The bookmark of an address, if any; undefined while another address is looked up. */
export function useBookmarkOfUrl(url: string) {
  const api = useApi()
  return useQuery({
    queryKey: bookmarkKeys.byUrl(url),
    queryFn: ({ signal }) => api.call(getBookmarkByUrl, { body: { bookmarkUrl: url }, signal }),
  })
}

export function useBookmark(id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: bookmarkKeys.one(id ?? ''),
    queryFn: ({ signal }) => api.call(getBookmark, { params: { id: id ?? '' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: id !== undefined,
  })
}
