import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { bookmark, bookmarkUrl } from './bookmark.ts'

export const getBookmarkByUrl = defineCall({
  id: 'bookmarks.getBookmarkByUrl',
  method: 'POST',
  path: '/api/v1/bookmark/GetBookMarkByUrl',
  summary: 'Find the newest bookmark of the caller with an address; null when there is none.',
  caller: 'user',
  body: json(z.strictObject({ bookmarkUrl })),
  output: data(bookmark.nullable()),
  errors: [],
})
