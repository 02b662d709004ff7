import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { bookmarkNameIndex } from './bookmark.store.ts'

export function bookmarkNotFound(id: string): CallError {
  return new CallError('BOOKMARK_NOT_FOUND', `You have no bookmark with the id ${id}`)
}

/** The database keeps names unique; its error becomes the answer. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, bookmarkNameIndex)) throw error
    throw new CallError('BOOKMARK_WITH_SAME_NAME_ALREADY_EXISTS', `You have a bookmark "${name}" already`)
  }
}
