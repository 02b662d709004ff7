import { getUploadedBook } from '@sheetwright/contract/look-inside/get-uploaded-book.ts'
import type { Book } from '@sheetwright/contract/look-inside/sheet.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoUpload } from './look-at.access.ts'

export const getUploadedBookHandler = handle(
  getUploadedBook,
  async ({ caller, params, services }) =>
    (await lookIntoUpload(services, caller, params.upload, { kind: 'book' })) as Book,
)
