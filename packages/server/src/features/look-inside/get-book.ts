import { getBook } from '@sheetwright/contract/look-inside/get-book.ts'
import type { Book } from '@sheetwright/contract/look-inside/sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoVersion } from './look-at.access.ts'

export const getBookHandler = handle(
  getBook,
  async ({ caller, params, services }) =>
    (await lookIntoVersion(services, caller, params, { question: () => ({ kind: 'book' }) })) as Book,
)
