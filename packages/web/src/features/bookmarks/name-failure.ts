import { ApiError } from '@sheetwright/contract/api-error.ts'
import { errorText } from '../../platform/messages/error-text.ts'
import type { Text } from '../../platform/messages/use-text.ts'

/** The error text for the name field of a bookmark. */
export function bookmarkNameFailure(text: Text, error: Error): string {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS') return text('Bookmark.alreadyExists')
  return code === 'INVALID_BOOKMARK_NAME' ? text('Bookmark.bookmark.warning') : errorText(text, error)
}
