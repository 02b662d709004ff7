import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { entryNameIndex } from './entry.store.ts'

export function alreadyExists(name: string): CallError {
  return new CallError('ENTRY_ALREADY_EXISTS', `The folder has "${name}" already`, [
    { field: 'body.name', message: 'is taken in this folder', allowed: 'another name' },
  ])
}

/** Two callers can choose the same name at once, so the database decides, and its error becomes the answer. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, entryNameIndex)) throw alreadyExists(name)
    throw error
  }
}
