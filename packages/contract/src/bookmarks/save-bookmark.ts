import { z } from 'zod'
import { data, defineCall, json, withInputs } from '../call.ts'
import { entityName } from '../names.ts'
import { bookmark, bookmarkData, bookmarkUrl } from './bookmark.ts'

export const saveBookmark = defineCall({
  id: 'bookmarks.saveBookmark',
  method: 'POST',
  path: '/api/v1/bookmark/SaveBookMark',
  summary: 'Save an address, and what it does not say itself, under a name.',
  caller: 'user',
  body: json(
    z.strictObject({
      name: entityName,
      bookmarkUrl,
      data: bookmarkData.default({}),
      productName: z.string().min(1).max(200).nullish().describe('Name or id of the product that it leads to'),
    }),
    withInputs,
  ),
  output: data(bookmark),
  fieldCodes: { name: 'INVALID_BOOKMARK_NAME' },
  errors: ['INVALID_BOOKMARK_NAME', 'BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS', 'PRODUCT_NOT_FOUND'],
})
