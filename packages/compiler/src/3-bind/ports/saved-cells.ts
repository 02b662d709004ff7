import type { Scalar } from '@sheetwright/runtime/values.ts'
import type { Workbook } from '../../model/workbook.ts'

/** The saved value of a cell, constant or computed. */
export function savedValue(workbook: Workbook, sheet: number, row: number, col: number): Scalar {
  const cell = workbook.sheets[sheet]?.cells.get(row, col)
  if (!cell) return null
  return cell.kind === 'constant' ? cell.value : (cell.saved ?? null)
}

export function numberFormatOf(workbook: Workbook, sheet: number, row: number, col: number): string {
  const cell = workbook.sheets[sheet]?.cells.get(row, col)
  const column = cell
    ? undefined
    : workbook.sheets[sheet]?.columns.find(({ first, last }) => col >= first && col <= last)
  const style = cell?.style ?? workbook.sheets[sheet]?.rows.get(row)?.style ?? column?.style
  return (style === undefined ? undefined : workbook.styles[style])?.numberFormat ?? 'General'
}

/** The text of a value as a heading or key; undefined for blanks and errors. */
export function labelText(value: Scalar): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : undefined
}
