import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { bookmark } from './bookmark.ts'

export const getBookmark = defineCall({
  id: 'bookmarks.getBookmark',
  method: 'GET',
  path: '/api/v1/bookmark/Get/{id}',
  summary: 'Get one bookmark of the caller, with what it saved.',
  caller: 'user',
  params: z.strictObject({ id: z.uuid() }),
  output: data(bookmark),
  errors: ['BOOKMARK_NOT_FOUND'],
})
