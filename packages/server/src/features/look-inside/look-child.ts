import { serveParentOften } from '../../platform/sandbox/serve-parent.ts'
import { LookedAtBook } from './looked-at-book.ts'
import type { LookAnswer, LookRequest } from './look-request.ts'

const unreadable: LookAnswer = {
  kind: 'problem',
  code: 'CORRUPT_EXCEL_FILE_FOR_TYPE1',
  field: 'file',
  message: 'The file cannot be read as a workbook.',
}

let book: Promise<LookedAtBook | undefined> | undefined

/** Runs in a child process, because the workbook is untrusted. The process keeps the workbook for the next question. */
serveParentOften<LookRequest>(async ({ folder, locale, question, other }): Promise<LookAnswer> => {
  const opened = await (book ??= LookedAtBook.read(folder))
  const second = other === undefined ? undefined : await LookedAtBook.read(folder, other)
  if (!opened) return unreadable
  if (question.kind === 'named') return opened.writeNamed(folder, question.marks)
  if (question.kind !== 'diff') return opened.answer(question, locale)
  return second ? opened.diff(second, question) : unreadable
})
