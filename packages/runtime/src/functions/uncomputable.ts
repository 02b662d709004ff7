import { ExcelError } from '../values.ts'
import type { CallContext } from './definition.ts'
import { columnLetters } from './lookup/address.ts'

/**
 * A result whose value in Excel is unknown: neither a value nor an ordinary error, so that nothing can be mistaken for
 * it.
 */
export function uncomputable(context: CallContext, reason: string): ExcelError {
  const { sheet, row, col } = context.cell
  const cell = `${context.workbook.sheetNames[sheet] ?? ''}!${columnLetters(col + 1)}${row + 1}`
  return new ExcelError('#VALUE!', { cell, reason: `what Excel gives here is not known: ${reason}` })
}
