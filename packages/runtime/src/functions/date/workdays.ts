import { cellsOf, isGrid, readCells } from '../../cells.ts'
import { isDateSerial, weekdayOf } from '../../dates/serial.ts'
import { ExcelError, errors, type Scalar, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { strictDay, strictNumber } from './arguments.ts'

/** The non-working days of the week, Sunday first. */
type Weekend = readonly boolean[]

const SATURDAY_SUNDAY: Weekend = [true, false, false, false, false, false, true]

/** 1 to 7 are pairs of days from Saturday and Sunday on, 11 to 17 single days from Sunday on. */
function weekendFromNumber(value: number): Weekend | undefined {
  const code = Math.trunc(value)
  if (code >= 1 && code <= 7) {
    const first = (code + 5) % 7
    return Array.from({ length: 7 }, (_, day) => day === first || day === (first + 1) % 7)
  }
  if (code >= 11 && code <= 17) return Array.from({ length: 7 }, (_, day) => day === code - 11)
  return undefined
}

/** Seven zeros and ones from Monday on, 1 for a non-working day. */
function weekendFromText(text: string): Weekend | undefined {
  if (!/^[01]{7}$/.test(text)) return undefined
  return Array.from({ length: 7 }, (_, day) => text[(day + 6) % 7] === '1')
}

function weekendFrom(value: Scalar | undefined): Weekend | ExcelError {
  if (value === undefined) return SATURDAY_SUNDAY
  if (value instanceof ExcelError) return value
  if (typeof value === 'string') return weekendFromText(value) ?? errors.value
  return weekendFromNumber(Number(value ?? 0)) ?? errors.num
}

function holidaysFrom(context: CallContext, value: Value | undefined): ReadonlySet<number> | ExcelError {
  const holidays = new Set<number>()
  if (value === undefined) return holidays
  const cells = readCells(value)
  for (const cell of isGrid(cells) ? cellsOf(cells) : [cells]) {
    if (cell === null) continue
    const day = strictDay(context, cell)
    if (day instanceof ExcelError) return day
    holidays.add(day)
  }
  return holidays
}

interface Calendar {
  readonly weekend: Weekend
  readonly holidays: ReadonlySet<number>
  readonly date1904: boolean
}

function calendarFrom(
  context: CallContext,
  weekendValue: Scalar | undefined,
  holidayValue: Value | undefined,
): Calendar | ExcelError {
  const weekend = weekendFrom(weekendValue)
  if (weekend instanceof ExcelError) return weekend
  const holidays = holidaysFrom(context, holidayValue)
  return holidays instanceof ExcelError ? holidays : { weekend, holidays, date1904: context.date1904 }
}

function isWorkday(day: number, { weekend, holidays, date1904 }: Calendar): boolean {
  return !weekend[weekdayOf(day, date1904)] && !holidays.has(day)
}

/** Working days from one date to another, both included; whole weeks are counted at once. */
function countWorkdays(from: number, to: number, calendar: Calendar): number {
  const { weekend, holidays, date1904 } = calendar
  const weeks = Math.floor((to - from + 1) / 7)
  let count = weeks * weekend.filter((free) => !free).length
  for (let day = from + weeks * 7; day <= to; day++) if (!weekend[weekdayOf(day, date1904)]) count++
  for (const day of holidays) if (day >= from && day <= to && !weekend[weekdayOf(day, date1904)]) count--
  return count
}

function networkDays(
  context: CallContext,
  start: Scalar,
  end: Scalar,
  weekend: Scalar | undefined,
  holidays: Value | undefined,
): Scalar {
  const from = strictDay(context, start)
  if (from instanceof ExcelError) return from
  const to = strictDay(context, end)
  if (to instanceof ExcelError) return to
  const calendar = calendarFrom(context, weekend, holidays)
  if (calendar instanceof ExcelError) return calendar
  return from <= to ? countWorkdays(from, to, calendar) : -countWorkdays(to, from, calendar)
}

function workday(
  context: CallContext,
  start: Scalar,
  days: Scalar,
  weekend: Scalar | undefined,
  holidays: Value | undefined,
): Scalar {
  const from = strictDay(context, start)
  if (from instanceof ExcelError) return from
  const count = strictNumber(context, days)
  if (count instanceof ExcelError) return count
  const calendar = calendarFrom(context, weekend, holidays)
  if (calendar instanceof ExcelError) return calendar
  if (calendar.weekend.every(Boolean)) return errors.value
  let remaining = Math.floor(count)
  const direction = remaining < 0 ? -1 : 1
  let day = from
  while (remaining !== 0) {
    context.charge(1)
    day += direction
    if (!isDateSerial(day, context.date1904)) return errors.num
    if (isWorkday(day, calendar)) remaining -= direction
  }
  return day
}

export const workdayFunctions: readonly FunctionDefinition[] = [
  define({
    name: 'NETWORKDAYS',
    params: [
      { name: 'start_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'end_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'holidays', kind: 'value', optional: true },
    ],
    body: (context, start, end, holidays) => networkDays(context, start, end, undefined, holidays),
  }),
  define({
    name: 'NETWORKDAYS.INTL',
    params: [
      { name: 'start_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'end_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'weekend', kind: 'scalar', optional: true },
      { name: 'holidays', kind: 'value', optional: true },
    ],
    body: networkDays,
  }),
  define({
    name: 'WORKDAY',
    params: [
      { name: 'start_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'days', kind: 'scalar', ranges: 'refuse' },
      { name: 'holidays', kind: 'value', optional: true },
    ],
    body: (context, start, days, holidays) => workday(context, start, days, undefined, holidays),
  }),
  define({
    name: 'WORKDAY.INTL',
    params: [
      { name: 'start_date', kind: 'scalar', ranges: 'refuse' },
      { name: 'days', kind: 'scalar', ranges: 'refuse' },
      { name: 'weekend', kind: 'scalar', optional: true },
      { name: 'holidays', kind: 'value', optional: true },
    ],
    body: workday,
  }),
]
