import { parseDateTime } from '../../dates/parse.ts'
import { dateToSerial, isDateSerial } from '../../dates/serial.ts'
import { formatValue } from '../../formats/format.ts'
import { localeOf } from '../../locale.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { wholeNumber } from '../../numeric/whole-number.ts'
import { dayOf } from './arguments.ts'

/** Largest month and day that DATE takes, and the year that larger ones count as. */
const MAX_DATE_PART = 32_767
const MAX_DATE_YEAR = 10_000

/** Fractions are rounded down, also those of negative parts. Days out of bounds count as the largest. */
function date(context: CallContext, year: number, month: number, day: number): number | ExcelError {
  const [wholeYear, wholeMonth, wholeDay] = [wholeNumber(year), wholeNumber(month), wholeNumber(day)]
  if (wholeMonth < -MAX_DATE_PART || wholeMonth >= MAX_DATE_PART) return errors.num
  const fullYear = wholeYear < 1900 ? wholeYear + 1900 : Math.min(wholeYear, MAX_DATE_YEAR)
  const lastYear = fullYear + Math.floor((wholeMonth - 1) / 12)
  if (lastYear < 0 || lastYear > 9999) return errors.num
  const fullDay = wholeDay < -MAX_DATE_PART - 1 ? MAX_DATE_PART : Math.min(wholeDay, MAX_DATE_PART)
  const serial = dateToSerial(fullYear, wholeMonth, fullDay, context.date1904)
  return isDateSerial(serial, context.date1904) ? serial : errors.num
}

/** Largest number of hours, minutes or seconds that TIME takes. */
const MAX_TIME_PART = 32_767

function timeOf(hours: number, minutes: number, seconds: number): number | ExcelError {
  const parts = [hours, minutes, seconds].map(wholeNumber)
  if (parts.some((part) => part > MAX_TIME_PART)) return errors.num
  const [h = 0, m = 0, s = 0] = parts
  const total = h * 3600 + m * 60 + s
  if (total < 0) return errors.num
  const days = total / 86_400
  return days - Math.floor(days)
}

function fromText(context: CallContext, value: Scalar, part: 'day' | 'time'): number | ExcelError {
  if (value instanceof ExcelError) return value
  if (typeof value !== 'string') return errors.value
  const serial = parseDateTime(value.trim(), localeOf(context.locale), context)
  if (serial === undefined) return errors.value
  return part === 'day' ? Math.floor(serial) : serial - Math.floor(serial)
}

export const dateMakingFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'DATE',
    params: [
      { name: 'year', kind: 'number' },
      { name: 'month', kind: 'number' },
      { name: 'day', kind: 'number' },
    ],
    body: date,
  }),
  define({
    name: 'TIME',
    params: [
      { name: 'hour', kind: 'number' },
      { name: 'minute', kind: 'number' },
      { name: 'second', kind: 'number' },
    ],
    body: (_context, hours, minutes, seconds) => timeOf(hours, minutes, seconds),
  }),
  define({
    name: 'DATEVALUE',
    params: [{ name: 'date_text', kind: 'scalar' }],
    body: (context, value) => fromText(context, value, 'day'),
  }),
  define({
    name: 'TIMEVALUE',
    params: [{ name: 'time_text', kind: 'scalar' }],
    body: (context, value) => fromText(context, value, 'time'),
  }),
  define({ name: 'NOW', params: [], volatile: true, body: (context) => context.now() }),
  define({ name: 'TODAY', params: [], volatile: true, body: (context) => Math.floor(context.now()) }),
  define({
    name: 'DATESTRING',
    params: [{ name: 'serial_number', kind: 'number' }],
    body: (context, serial) => {
      const day = dayOf(context, serial)
      if (day instanceof ExcelError) return day
      return formatValue(day, '[$-411]gggee"年"mm"月"dd"日"', context) ?? errors.num
    },
  }),
]
