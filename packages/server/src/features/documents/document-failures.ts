import { isUniqueViolation } from '../../platform/db/sql-errors.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { documentNameIndex } from './document.store.ts'
import { sectionNameIndex } from './section.store.ts'

/** Two callers can choose the same name at once, so the database decides, and its error becomes the answer. */
export async function withUniqueNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, documentNameIndex)) {
      throw new CallError('DOCUMENT_ALREADY_EXISTS', 'The section has a document with this name already')
    }
    if (isUniqueViolation(error, sectionNameIndex)) {
      throw new CallError('SECTION_ALREADY_EXISTS', 'The product has a section with this name already')
    }
    throw error
  }
}
