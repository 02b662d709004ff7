import { basisFrom, days30European, days30Us, yearFraction } from '../../dates/day-count.ts'
import { addMonths, endOfMonth } from '../../dates/months.ts'
import { type CalendarDate, dateToSerial, serialToDate } from '../../dates/serial.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { dayOf, strictDay, strictNumber } from './arguments.ts'

function monthsBetween(start: CalendarDate, end: CalendarDate): number {
  return (end.year - start.year) * 12 + (end.month - start.month) - (end.day < start.day ? 1 : 0)
}

/**
 * Days beyond whole months. Borrows the length of the month before the end, which can give a negative number, as in
 * Excel.
 */
function daysBeyondMonths(start: CalendarDate, end: CalendarDate, date1904: boolean): number {
  if (end.day >= start.day) return end.day - start.day
  const monthBefore = serialToDate(dateToSerial(end.year, end.month, 0, date1904), date1904)
  return monthBefore.day - start.day + end.day
}

/** Days beyond whole years, with both dates moved to the starting year (or the end to the year after). */
function daysBeyondYears(start: CalendarDate, end: CalendarDate, date1904: boolean): number {
  const isLater = end.month > start.month || (end.month === start.month && end.day >= start.day)
  const first = dateToSerial(start.year, start.month, start.day, date1904)
  return dateToSerial(start.year + (isLater ? 0 : 1), end.month, end.day, date1904) - first
}

function dateDifference(context: CallContext, from: number, to: number, unit: string): number | ExcelError {
  const low = dayOf(context, from)
  if (low instanceof ExcelError) return low
  const high = dayOf(context, to)
  if (high instanceof ExcelError) return high
  if (low > high) return errors.num
  const start = serialToDate(low, context.date1904)
  const end = serialToDate(high, context.date1904)
  switch (unit.toUpperCase()) {
    case 'D':
      return high - low
    case 'M':
      return monthsBetween(start, end)
    case 'Y':
      return Math.floor(monthsBetween(start, end) / 12)
    case 'YM':
      return monthsBetween(start, end) % 12
    case 'MD':
      return daysBeyondMonths(start, end, context.date1904)
    case 'YD':
      return daysBeyondYears(start, end, context.date1904)
    default:
      return errors.num
  }
}

/** DAYS360 rounds to whole seconds before it takes the day. */
function nearestSecond(serial: number): number {
  return Math.round(serial * 86_400) / 86_400
}

type Shift = (serial: number, months: number, date1904: boolean) => number | undefined

function byMonths(name: string, shift: Shift): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'start_date', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'months', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (context, start, months) => {
      const day = dayOf(context, start)
      if (day instanceof ExcelError) return day
      return shift(day, Math.trunc(months), context.date1904) ?? errors.num
    },
  })
}

function yearFractionOf(context: CallContext, start: Scalar, end: Scalar, basisValue: Scalar): number | ExcelError {
  // Excel reads the basis first, so its errors precede those in the dates.
  const number = strictNumber(context, basisValue)
  if (number instanceof ExcelError) return number
  const basis = basisFrom(number)
  if (basis === undefined) return errors.num
  const from = strictDay(context, start)
  if (from instanceof ExcelError) return from
  const to = strictDay(context, end)
  if (to instanceof ExcelError) return to
  return yearFraction(from, to, basis, context.date1904)
}

export const dateSpanFunctions: readonly FunctionDefinition[] = [
  byMonths('EDATE', addMonths),
  byMonths('EOMONTH', endOfMonth),
  define({
    name: 'DATEDIF',
    params: [
      { name: 'start_date', kind: 'number' },
      { name: 'end_date', kind: 'number' },
      { name: 'unit', kind: 'text' },
    ],
    body: dateDifference,
  }),
  define({
    name: 'DAYS',
    params: [
      { name: 'end_date', kind: 'number' },
      { name: 'start_date', kind: 'number' },
    ],
    body: (context, end, start) => {
      const high = dayOf(context, end)
      if (high instanceof ExcelError) return high
      const low = dayOf(context, start)
      return low instanceof ExcelError ? low : high - low
    },
  }),
  define({
    name: 'DAYS360',
    params: [
      { name: 'start_date', kind: 'number' },
      { name: 'end_date', kind: 'number' },
      { name: 'method', kind: 'boolean', optional: true, default: false },
    ],
    body: (context, start, end, european) => {
      const from = dayOf(context, nearestSecond(start))
      if (from instanceof ExcelError) return from
      const to = dayOf(context, nearestSecond(end))
      if (to instanceof ExcelError) return to
      const count = european ? days30European : days30Us
      return count(serialToDate(from, context.date1904), serialToDate(to, context.date1904))
    },
  }),
  define({
    name: 'YEARFRAC',
    params: [
      { name: 'start_date', kind: 'scalar', errors: 'pass', ranges: 'refuse' },
      { name: 'end_date', kind: 'scalar', errors: 'pass', ranges: 'refuse' },
      { name: 'basis', kind: 'scalar', errors: 'pass', ranges: 'refuse', optional: true, default: 0 },
    ],
    body: yearFractionOf,
  }),
]
