import type { BlockColumn } from '@sheetwright/runtime/engine/ports.ts'
import { toJson } from '@sheetwright/runtime/engine/json-values.ts'
import { errorFromCode, ExcelError, errors, type Scalar } from '@sheetwright/runtime/values.ts'

/** A stored cell; an error is an object. */
export type StoredCell = number | string | boolean | null | { readonly error: string }

/** Days between the two date systems: dates are stored as serial numbers of the 1900 system. */
const daysTo1904 = 1462

function isMoment({ type }: Pick<BlockColumn, 'type'>): boolean {
  return type === 'date' || type === 'datetime'
}

export function storedCell(value: Scalar, column: BlockColumn, date1904: boolean): StoredCell {
  if (value instanceof ExcelError) return { error: value.code }
  return typeof value === 'number' && date1904 && isMoment(column) ? value + daysTo1904 : value
}

/** The value that a stored cell has in a workbook with this date system. */
export function cellFromStored(cell: StoredCell, column: BlockColumn, date1904: boolean): Scalar {
  if (typeof cell === 'object' && cell !== null) return errorFromCode(cell.error) ?? errors.value
  return typeof cell === 'number' && date1904 && isMoment(column) ? cell - daysTo1904 : cell
}

/** A stored cell in the format of the API. */
export function wireValue(cell: StoredCell | undefined, { type }: Pick<BlockColumn, 'type'>) {
  if (typeof cell === 'object' && cell !== null) return cell.error
  return toJson(cell ?? null, type, false)
}
