import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import { isDateSerial, serialToDate } from '@sheetwright/runtime/dates/serial.ts'
import type { SqlValue } from './dialect.ts'

/** A cell of a workbook; an Excel error is an object. */
export type SourceCell = number | string | boolean | null | { readonly error: string }

type Converted = { readonly value: SqlValue } | { readonly problem: string }

const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/
const isoMoment = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/
const isoTime = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/
const decimalText = /^[+-]?\d+(?:\.\d+)?$/

/** Converts a cell to the column's type without loss; a loss is a problem. */
export function convertValue(cell: SourceCell, column: SqlColumn): Converted {
  if (cell === null) return column.nullable ? { value: null } : { problem: 'is empty' }
  if (typeof cell === 'object') return { problem: `is the error ${cell.error}` }
  switch (column.type) {
    case 'text':
      return textOf(cell, column)
    case 'boolean':
      return booleanOf(cell)
    case 'integer':
    case 'decimal':
      return numberOf(cell, column)
    case 'float':
      return floatOf(cell)
    case 'date':
      return found(dateText(cell), 'is no date')
    case 'datetime':
      return found(momentText(cell), 'is no date and time')
    case 'time':
      return found(timeText(cell), 'is no time of the day')
    default:
      return column.type satisfies never
  }
}

function found(value: string | undefined, message: string): Converted {
  return value === undefined ? { problem: message } : { value }
}

function textOf(cell: number | string | boolean, { length }: SqlColumn): Converted {
  const text = typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell)
  if (length !== null && text.length > length) return { problem: `has ${text.length} characters, more than ${length}` }
  return { value: text }
}

function booleanOf(cell: number | string | boolean): Converted {
  if (typeof cell === 'boolean') return { value: cell }
  if (cell === 1 || cell === 0) return { value: cell === 1 }
  const upper = String(cell).trim().toUpperCase()
  return upper === 'TRUE' || upper === 'FALSE' ? { value: upper === 'TRUE' } : { problem: 'is neither true nor false' }
}

function numberOf(cell: number | string | boolean, { type, precision, scale }: SqlColumn): Converted {
  const text = typeof cell === 'boolean' ? undefined : plainDecimal(cell)
  if (text === undefined) return { problem: 'is no number' }
  const [whole = '', rest = ''] = text.replace('-', '').split('.')
  const digits = whole === '0' ? 0 : whole.length
  if (type === 'integer') {
    if (rest !== '') return { problem: 'is no whole number' }
    const value = BigInt(text)
    return value >= -(2n ** 63n) && value < 2n ** 63n ? { value: text } : { problem: 'has more digits than a bigint' }
  }
  const most = scale ?? 10
  if (rest.length > most) return { problem: `has ${rest.length} digits behind the point, more than ${most}` }
  const before = (precision ?? 38) - most
  return digits > before ? { problem: `has ${digits} digits before the point, more than ${before}` } : { value: text }
}

function floatOf(cell: number | string | boolean): Converted {
  if (typeof cell === 'number') return { value: String(cell === 0 ? 0 : cell) }
  if (typeof cell === 'string' && decimalText.test(cell.trim()) && String(Number(cell)) === plainDecimal(cell)) {
    return { value: String(Number(cell)) }
  }
  return { problem: 'is no number that a float keeps as it is' }
}

/** All digits of a number without an exponent; undefined if it is no number. */
export function plainDecimal(cell: number | string): string | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? expanded(String(cell === 0 ? 0 : cell)) : undefined
  const text = cell.trim()
  if (!decimalText.test(text)) return undefined
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '', rest = ''] = text.replace(/^[+-]/, '').split('.')
  const [head, tail] = [whole.replace(/^0+(?=\d)/, ''), withoutLastZeros(rest)]
  const digits = tail === '' ? head : `${head}.${tail}`
  return digits === '0' ? '0' : sign + digits
}

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

function expanded(text: string): string {
  const [mantissa = '', exponent] = text.split('e')
  if (exponent === undefined) return text
  const sign = mantissa.startsWith('-') ? '-' : ''
  const [whole = '', rest = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${rest}`
  return `${sign}${whole}${rest}${'0'.repeat(shift - rest.length)}`
}

const two = (value: number) => String(value).padStart(2, '0')
const millisOfDay = 86_400_000

/** Workbook dates are serial numbers from 1900 on; older ones are text. */
export function dateText(cell: number | string | boolean): string | undefined {
  if (typeof cell === 'number') return Number.isInteger(cell) ? serialText(cell) : undefined
  return typeof cell === 'string' ? validDate(cell.trim()) : undefined
}

function validDate(text: string): string | undefined {
  const parts = isoDate.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? text : undefined
}

function serialText(serial: number): string | undefined {
  // Day 0 and 29 February 1900 never existed.
  if (!isDateSerial(serial, false) || serial === 0 || serial === 60) return undefined
  const { year, month, day } = serialToDate(serial, false)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export function momentText(cell: number | string | boolean): string | undefined {
  if (typeof cell === 'number') {
    const millis = Math.round(cell * millisOfDay)
    const day = Math.floor(millis / millisOfDay)
    const date = serialText(day)
    return date === undefined ? undefined : `${date} ${clock(millis - day * millisOfDay)}`
  }
  if (typeof cell !== 'string') return undefined
  const text = cell.trim()
  const date = validDate(text)
  if (date !== undefined) return `${date} 00:00:00.000`
  const parts = isoMoment.exec(text)
  const day = parts && validDate(parts[1] ?? '')
  const time = parts && clockText(parts.slice(2))
  return day && time ? `${day} ${time}` : undefined
}

export function timeText(cell: number | string | boolean): string | undefined {
  if (typeof cell === 'number') {
    const millis = Math.round(cell * millisOfDay)
    return cell >= 0 && millis < millisOfDay ? clock(millis) : undefined
  }
  const parts = typeof cell === 'string' ? isoTime.exec(cell.trim()) : null
  return parts ? clockText(parts.slice(1)) : undefined
}

function clock(millis: number): string {
  const seconds = Math.floor(millis / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}.${String(millis % 1000).padStart(3, '0')}`
}

function clockText([hours = '', minutes = '', seconds = '00', millis = '']: readonly (string | undefined)[]):
  | string
  | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${hours}:${minutes}:${seconds}.${millis.padEnd(3, '0')}`
}
