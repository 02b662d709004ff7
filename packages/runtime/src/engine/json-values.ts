import { isDateOrTime, textToNumber } from '../coerce.ts'
import { dateToSerial, isDateSerial, serialToDate } from '../dates/serial.ts'
import { MAX_TEXT_LENGTH } from '../functions/text/limits.ts'
import { settled } from '../operators.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { ValueType } from './ports.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface WireSetting {
  readonly date1904: boolean
  readonly locale: string
  readonly now: number
}

export type Conversion =
  /** `isMoment`: where a number is wanted, a text was taken for a date or a time. */
  | { readonly ok: true; readonly value: Scalar; readonly isMoment?: boolean }
  | { readonly ok: false; readonly allowed: string }

const ALLOWED: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  integer: 'a number',
  percent: 'a number, 0.05 for 5 percent',
  currency: 'a number',
  date: 'a date as YYYY-MM-DD or an Excel serial number',
  time: 'a time as hh:mm:ss or a fraction of a day',
  datetime: 'a date and time as YYYY-MM-DDThh:mm:ss or an Excel serial number',
  boolean: 'true or false',
  text: 'a text',
}

/** Built once: most values are not refused. */
const REFUSED = Object.fromEntries(
  Object.entries(ALLOWED).map(([type, allowed]) => [type, { ok: false, allowed }]),
) as Readonly<Record<ValueType, Conversion>>

const MOMENTS: ReadonlySet<ValueType> = new Set(['date', 'time', 'datetime'])

const TOO_LONG: Conversion = { ok: false, allowed: `a text of at most ${MAX_TEXT_LENGTH} characters` }

/** The cell value of a caller's JSON value for a port of this type; null blanks the cell. */
export function fromJson(json: unknown, type: ValueType, numberFormat: string, setting: WireSetting): Conversion {
  const refused = REFUSED[type]
  if (json === null) return { ok: true, value: null }
  if (typeof json !== 'string' && typeof json !== 'number' && typeof json !== 'boolean') return refused
  if (typeof json === 'number' && !Number.isFinite(json)) return refused
  if (typeof json === 'string' && json.length > MAX_TEXT_LENGTH) return TOO_LONG
  switch (type) {
    case 'text':
      if (numberFormat === '@' && typeof json !== 'string') return { ok: true, value: String(json) }
      return { ok: true, value: typeof json === 'number' ? settled(json) : json }
    case 'boolean':
      return booleanFrom(json) ?? refused
    default: {
      if (typeof json === 'number') return { ok: true, value: settled(json) }
      if (typeof json === 'boolean') return refused
      // Programs write numbers as texts with all the digits they have.
      const moment = isoMoment(json, setting.date1904)
      if (moment !== undefined) return { ok: true, value: moment }
      const number = textToNumber(json, { ...setting, now: () => setting.now }, true)
      if (number === undefined) return refused
      const value = settled(number)
      const isMoment = !MOMENTS.has(type) && isDateOrTime(json, setting)
      return isMoment ? { ok: true, value, isMoment } : { ok: true, value }
    }
  }
}

function booleanFrom(json: string | number | boolean): Conversion | undefined {
  if (typeof json === 'boolean') return { ok: true, value: json }
  if (typeof json === 'number') return json === 0 || json === 1 ? { ok: true, value: json === 1 } : undefined
  const upper = json.trim().toUpperCase()
  return upper === 'TRUE' || upper === 'FALSE' ? { ok: true, value: upper === 'TRUE' } : undefined
}

/** Only times of a day: what Excel takes beyond them, such as 25:00, is its own to read. */
const ISO =
  /^(?:(\d{4})-(\d\d)-(\d\d)(?:[T ](?=\d)|(?=Z?$))|T)?(?:([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?)?Z?$/

function isoMoment(text: string, date1904: boolean): number | undefined {
  const found = ISO.exec(text.trim())
  if (!found || (found[1] === undefined && found[4] === undefined)) return undefined
  const [year, month, day, hours, minutes, seconds] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const time = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) / 86_400
  if (year === undefined || month === undefined || day === undefined) return time
  const serial = dateToSerial(year, month, day, date1904)
  const back = isDateSerial(serial, date1904) ? serialToDate(serial, date1904) : undefined
  return back?.month === month && back.day === day ? serial + time : undefined
}

/** A cell value as JSON: dates and times as text, an Excel error as its text, an uncomputable value as null. */
export function toJson(value: Scalar, type: ValueType, date1904: boolean): null | boolean | number | string {
  if (value instanceof ExcelError) return value.uncomputable ? null : value.code
  if (typeof value !== 'number') return value
  switch (type) {
    case 'date':
    case 'datetime':
      return isBlankDate(value, date1904) ? null : momentText(value, type, date1904)
    case 'time':
      return value >= 0 && value < 1 ? timeText(value) : value
    default:
      return value
  }
}

/** To the second, as Excel shows dates and takes their parts: half a second before midnight is the next day. */
function momentText(serial: number, type: 'date' | 'datetime', date1904: boolean): number | string {
  const rounded = Math.round(serial * 86_400) / 86_400
  if (!isDateSerial(serial, date1904) || !isDateSerial(rounded, date1904)) return serial
  const date = dateText(rounded, date1904)
  return type === 'date' ? date : `${date}T${timeText(serial % 1)}`
}

/** A formula that reads a blank cell gives 0, which Excel shows as day 0 of 1900: not a date. */
function isBlankDate(value: number, date1904: boolean): boolean {
  return value === 0 && !date1904
}

function dateText(serial: number, date1904: boolean): string {
  const { year, month, day } = serialToDate(serial, date1904)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function timeText(fraction: number): string {
  const seconds = Math.round(fraction * 86_400) % 86_400
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
