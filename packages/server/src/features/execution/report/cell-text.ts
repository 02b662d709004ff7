import { formatValue } from '@sheetwright/runtime/formats/format.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

export interface TextSetting {
  readonly locale: string
  readonly date1904: boolean
}

/** Formats a value as its cell shows it. */
export function cellText(value: Scalar, numberFormat: string, setting: TextSetting): string {
  if (value === null) return ''
  if (value instanceof ExcelError) return value.code
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return formatValue(value, numberFormat, setting) ?? String(value)
}

/** The default alignment of a value. */
export function usualSide(value: Scalar): 'left' | 'right' | 'center' {
  if (typeof value === 'number') return 'right'
  return typeof value === 'boolean' || value instanceof ExcelError ? 'center' : 'left'
}
