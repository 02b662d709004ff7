import { formatValue } from '@sheetwright/runtime/formats/format.ts'

const general = 'General'

/** A value in the workbook's format. Dates and times come as formatted text. */
export function valueText(value: unknown, numberFormat: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') {
    return formatValue(value, numberFormat ?? general, { date1904: false, locale: 'en-US' }) ?? String(value)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value in full precision, as in the API. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number with the 15 digits of Excel; any other text unchanged. */
export function excelDigits(value: string): string {
  return /^-?\d+\.\d+$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value
}

export type BlockRow = Readonly<Record<string, unknown>>

/** Whether a value is a block of rows, as tables of an engine are. */
export function isBlock(value: unknown): value is readonly BlockRow[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
}

/** Whether a text is a table as JSON, possibly cut: nobody can compare two of them by reading. */
export function isTableText(value: string | null): boolean {
  return value?.startsWith('[{') === true
}
