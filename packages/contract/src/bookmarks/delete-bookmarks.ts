import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'

export const deleteBookmarks = defineCall({
  id: 'bookmarks.deleteBookmarks',
  method: 'DELETE',
  path: '/api/v1/bookmark/Delete',
  summary: 'Delete bookmarks of the caller, all or none.',
  caller: 'user',
  body: json(z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) })),
  output: data(z.object({ deleted: z.int().min(0) })),
  errors: ['BOOKMARK_NOT_FOUND'],
})
