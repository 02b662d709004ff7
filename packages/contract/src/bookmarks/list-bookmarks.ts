import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { bookmark, bookmarkPageSize } from './bookmark.ts'

export const listBookmarks = defineCall({
  id: 'bookmarks.listBookmarks',
  method: 'POST',
  path: '/api/v1/bookmark/List',
  summary:
    'List the bookmarks of the caller, a page at a time. Filters: name_co in the name, without regard to case; productName is ' +
    'the name or id of a product.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: bookmarkPageSize,
      sortable: ['name', 'created'],
      searchable: ['name_co', 'productName'],
      defaultSort: '-created',
    }),
  ),
  output: list(bookmark),
  errors: [],
})
