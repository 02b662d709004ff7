import { formatValue } from '@sheetwright/runtime/formats/format.ts'

const general = 'General'

/** A value as the workbook shows it. Dates and times travel as the text that they are shown as. */
export function valueText(value: unknown, numberFormat: string | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') {
    return formatValue(value, numberFormat ?? general, { date1904: false, locale: 'en-US' }) ?? String(value)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value with all its digits, as it travels. */
export function exactText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
