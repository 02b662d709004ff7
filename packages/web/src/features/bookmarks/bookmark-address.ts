import type { Bookmark } from '@sheetwright/contract/bookmarks/bookmark.ts'

/** The query parameter that names a bookmark whose saved state is restored. */
const bookmarkParameter = 'bookmark'

/** The current address, as a bookmark stores it. */
export function addressToKeep({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  const search = new URLSearchParams(searchStr)
  search.delete(bookmarkParameter)
  const rest = search.toString()
  return rest === '' ? pathname : `${pathname}?${rest}`
}

/** The address of a bookmark, with the parameter if it has saved state. */
export function addressToOpen({ id, bookmarkUrl, data }: Pick<Bookmark, 'id' | 'bookmarkUrl' | 'data'>): string {
  if (Object.keys(data).length === 0) return bookmarkUrl
  const [path = '/', query = ''] = bookmarkUrl.split('?', 2)
  const search = new URLSearchParams(query)
  search.set(bookmarkParameter, id)
  return `${path}?${search.toString()}`
}
