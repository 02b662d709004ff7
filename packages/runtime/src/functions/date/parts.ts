import { type CalendarDate, isDateSerial, serialToDate, weekdayOf } from '../../dates/serial.ts'
import { wholeNumber } from '../../numeric/whole-number.ts'
import { ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { dayOf } from './arguments.ts'

const SECONDS_A_DAY = 86_400

/** The day of a moment that is rounded to whole seconds: half a second before midnight is the next day. */
function dayToTheSecond(context: CallContext, serial: number): number | ExcelError {
  return dayOf(context, serial < 0 ? serial : Math.round(serial * SECONDS_A_DAY) / SECONDS_A_DAY)
}

function datePart(name: string, pick: (date: CalendarDate) => number): FunctionDefinition {
  return define({
    name,
    params: [{ name: 'serial_number', kind: 'number' }],
    body: (context, serial) => {
      const day = dayToTheSecond(context, serial)
      return day instanceof ExcelError ? day : pick(serialToDate(day, context.date1904))
    },
  })
}

/** Time of day, rounded to whole seconds. */
function secondsOf(serial: number): number {
  return Math.round((serial - Math.floor(serial)) * SECONDS_A_DAY) % SECONDS_A_DAY
}

function timePart(name: string, pick: (seconds: number) => number): FunctionDefinition {
  return define({
    name,
    params: [{ name: 'serial_number', kind: 'number' }],
    body: (context, serial) => (isDateSerial(serial, context.date1904) ? pick(secondsOf(serial)) : errors.num),
  })
}

/** First day of the week, 0 for Sunday, by the type number of WEEKDAY and WEEKNUM. */
const WEEK_STARTS: Readonly<Record<number, number>> = { 1: 0, 2: 1, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 16: 6, 17: 0 }

function weekday(context: CallContext, serial: number, type: number): number | ExcelError {
  const kind = wholeNumber(type)
  const start = kind === 3 ? 1 : WEEK_STARTS[kind]
  if (start === undefined) return errors.num
  const day = dayToTheSecond(context, serial)
  if (day instanceof ExcelError) return day
  const place = (weekdayOf(day, context.date1904) - start + 7) % 7
  return kind === 3 ? place : place + 1
}

function startOfYear(day: number, { month, day: dayOfMonth }: CalendarDate, year: number, date1904: boolean): number {
  let count = dayOfMonth - 1
  for (let m = 1; m < month; m++) count += monthLength(year, m, date1904)
  return day - count
}

function monthLength(year: number, month: number, date1904: boolean): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  const leap = (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) || (year === 1900 && !date1904)
  return leap ? 29 : 28
}

/** Week of the year; the first week contains 1 January. */
function weekNumber(context: CallContext, day: number, weekStart: number): number {
  const date = serialToDate(day, context.date1904)
  const first = startOfYear(day, date, date.year, context.date1904)
  const offset = (weekdayOf(first, context.date1904) - weekStart + 7) % 7
  return Math.floor((day - first + offset) / 7) + 1
}

/** Week by ISO 8601: weeks start on Monday and belong to the year of their Thursday. */
function isoWeekNumber(context: CallContext, day: number): number {
  const thursday = day - ((weekdayOf(day, context.date1904) + 6) % 7) + 3
  // The first days of the calendar belong to the last week of the previous year.
  if (thursday < 1) return LAST_WEEK_BEFORE_CALENDAR
  const date = serialToDate(thursday, context.date1904)
  const first = startOfYear(thursday, date, date.year, context.date1904)
  return Math.floor((thursday - first) / 7) + 1
}

const ISO_WEEKS = 21
const LAST_WEEK_BEFORE_CALENDAR = 52

export const datePartFunctions: readonly FunctionDefinition[] = [
  datePart('YEAR', (date) => date.year),
  datePart('MONTH', (date) => date.month),
  datePart('DAY', (date) => date.day),
  timePart('HOUR', (seconds) => Math.floor(seconds / 3600)),
  timePart('MINUTE', (seconds) => Math.floor(seconds / 60) % 60),
  timePart('SECOND', (seconds) => seconds % 60),
  define({
    name: 'WEEKDAY',
    params: [
      { name: 'serial_number', kind: 'number' },
      { name: 'return_type', kind: 'number', optional: true, default: 1, empty: 'blank' },
    ],
    body: weekday,
  }),
  define({
    name: 'WEEKNUM',
    params: [
      { name: 'serial_number', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      {
        name: 'return_type',
        kind: 'number',
        booleans: 'refuse',
        optional: true,
        default: 1,
        empty: 'blank',
      },
    ],
    body: (context, serial, type) => {
      const day = dayOf(context, serial)
      if (day instanceof ExcelError) return day
      const kind = wholeNumber(type)
      if (kind === ISO_WEEKS) return isoWeekNumber(context, day)
      const start = WEEK_STARTS[kind]
      return start === undefined ? errors.num : weekNumber(context, day, start)
    },
  }),
  define({
    name: 'ISOWEEKNUM',
    params: [{ name: 'date', kind: 'number' }],
    body: (context, serial) => {
      const day = dayOf(context, serial)
      return day instanceof ExcelError ? day : isoWeekNumber(context, day)
    },
  }),
]
