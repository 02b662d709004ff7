import { formatValue } from '@sheetwright/runtime/formats/format.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

export interface TextSetting {
  readonly locale: string
  readonly date1904: boolean
}

/** A value as a cell shows it. */
export function cellText(value: Scalar, numberFormat: string, setting: TextSetting): string {
  if (value === null) return ''
  if (value instanceof ExcelError) return value.code
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return formatValue(value, numberFormat, setting) ?? String(value)
}

/** Where a value stands in its cell unless its style says otherwise. */
export function usualSide(value: Scalar): 'left' | 'right' | 'center' {
  if (typeof value === 'number') return 'right'
  return typeof value === 'boolean' || value instanceof ExcelError ? 'center' : 'left'
}
