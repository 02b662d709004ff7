import { ExcelError } from '../values.ts'
import type { CallContext } from './definition.ts'
import { columnLetters } from './lookup/address.ts'

/** Stands for a result of Excel's that is not known: no value and no ordinary error, so that nothing can pass for it. */
export function uncomputable(context: CallContext, reason: string): ExcelError {
  const { sheet, row, col } = context.cell
  const cell = `${context.workbook.sheetNames[sheet] ?? ''}!${columnLetters(col + 1)}${row + 1}`
  return new ExcelError('#VALUE!', { cell, reason: `what Excel gives here is not known: ${reason}` })
}
