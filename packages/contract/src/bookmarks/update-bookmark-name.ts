import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { entityName } from '../names.ts'
import { bookmark } from './bookmark.ts'

export const updateBookmarkName = defineCall({
  id: 'bookmarks.updateBookmarkName',
  method: 'POST',
  path: '/api/v1/bookmark/UpdateBookMarkName',
  summary: 'Rename a bookmark of the caller.',
  caller: 'user',
  body: json(z.strictObject({ id: z.uuid(), name: entityName })),
  output: data(bookmark),
  fieldCodes: { name: 'INVALID_BOOKMARK_NAME' },
  errors: ['INVALID_BOOKMARK_NAME', 'BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS', 'BOOKMARK_NOT_FOUND'],
})
