import { kinds, puts } from '../../../platform/office/book-macro.ts'
import type { DataReader, DataWriter } from '../../../platform/office/data-stream.ts'
import { type ErrorCode, errorFromCode, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

/** Encodes a value to be written into a cell. */
export function writeValue(request: DataWriter, value: Scalar): void {
  if (value === null) request.short(puts.blank)
  else if (typeof value === 'number') request.short(puts.number).double(value)
  else if (typeof value === 'boolean') request.short(value ? puts.yes : puts.no)
  else if (value === '') request.short(puts.emptyText)
  else request.short(puts.text).text(value instanceof ExcelError ? value.code : value)
}

/** Reads one row of cells; `label` names a cell for error messages. */
export function readRow(answer: DataReader, label: (col: number) => string): Scalar[] {
  return Array.from(answer.text(), (kind, col) => {
    switch (kind) {
      case kinds.number:
        return answer.double()
      case kinds.text:
        return answer.text()
      case kinds.yes:
        return true
      case kinds.no:
        return false
      case kinds.error:
        return officeError(answer.long(), () => label(col))
      default:
        return null
    }
  })
}

/** LibreOffice's error numbers as Excel errors. */
const codes: Readonly<Record<number, ErrorCode>> = {
  502: '#VALUE!',
  503: '#NUM!',
  504: '#VALUE!',
  519: '#VALUE!',
  521: '#NULL!',
  524: '#REF!',
  525: '#NAME?',
  532: '#DIV/0!',
  32767: '#N/A',
}

const meanings: Readonly<Record<number, string>> = {
  522: 'the formula refers to itself',
  523: 'the iteration does not converge',
  540: 'content from outside the workbook is not fetched',
}

/** Other errors have no counterpart in Excel: the cell cannot be computed. */
export function officeError(code: number, cell: () => string): ExcelError {
  const known = codes[code]
  const error = known === undefined ? undefined : errorFromCode(known)
  if (error !== undefined) return error
  const meaning = meanings[code]
  const reason = `LibreOffice gives Err:${code}${meaning === undefined ? '' : `, ${meaning}`}`
  return new ExcelError('#VALUE!', { cell: cell(), reason })
}
