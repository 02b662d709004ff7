import { type CalendarDate, daysInExcelMonth, isLeapYear, serialToDate } from './serial.ts'

/** Day count conventions, numbered as Excel's `basis`. */
export type Basis = 0 | 1 | 2 | 3 | 4

function isEndOfFebruary({ year, month, day }: CalendarDate): boolean {
  return month === 2 && day >= daysInExcelMonth(year, 2, false)
}

function span360(start: CalendarDate, startDay: number, end: CalendarDate, endDay: number): number {
  return (end.year - start.year) * 360 + (end.month - start.month) * 30 + (endDay - startDay)
}

/**
 * 30/360 as in bonds and YEARFRAC (US): the last day of February counts as the 30th, but an end on the 31st counts as
 * the 31st then, as after any start before the 30th.
 */
function days30UsBond(start: CalendarDate, end: CalendarDate): number {
  const fromFebruary = isEndOfFebruary(start)
  const first = fromFebruary ? 30 : Math.min(start.day, 30)
  if (fromFebruary && isEndOfFebruary(end)) return span360(start, first, end, 30)
  return span360(start, first, end, start.day >= 30 ? Math.min(end.day, 30) : end.day)
}

/**
 * 30/360 as in DAYS360 by default: an end on the 31st moves to the next month unless the start is at a month's end too.
 */
export function days30Us(start: CalendarDate, end: CalendarDate): number {
  const first = start.day === 31 || isEndOfFebruary(start) ? 30 : start.day
  const last = end.day === 31 && first === 30 ? 30 : end.day
  return span360(start, first, end, last)
}

/** 30/360, European: every 31st counts as the 30th. */
export function days30European(start: CalendarDate, end: CalendarDate): number {
  return span360(start, Math.min(start.day, 30), end, Math.min(end.day, 30))
}

function isWithinOneYear(start: CalendarDate, end: CalendarDate): boolean {
  if (start.year === end.year) return true
  if (start.year + 1 !== end.year) return false
  return start.month > end.month || (start.month === end.month && start.day >= end.day)
}

function hasLeapDayBetween(start: CalendarDate, end: CalendarDate): boolean {
  if (isLeapYear(start.year) && (start.month < 2 || (start.month === 2 && start.day <= 29))) return true
  return isLeapYear(end.year) && (end.month > 2 || (end.month === 2 && end.day === 29))
}

/**
 * Length of the year that actual/actual divides by: that of the single year spanned, or the mean over the years
 * touched.
 */
function actualYear(start: CalendarDate, end: CalendarDate): number {
  if (isWithinOneYear(start, end)) {
    if (start.year === end.year) return isLeapYear(start.year) ? 366 : 365
    return hasLeapDayBetween(start, end) ? 366 : 365
  }
  let days = 0
  for (let year = start.year; year <= end.year; year++) days += isLeapYear(year) ? 366 : 365
  return days / (end.year - start.year + 1)
}

/** Days from one serial date to another by a basis. */
export function daysBetween(from: number, to: number, basis: Basis, date1904: boolean): number {
  if (basis !== 0 && basis !== 4) return to - from
  const start = serialToDate(from, date1904)
  const end = serialToDate(to, date1904)
  return basis === 0 ? days30UsBond(start, end) : days30European(start, end)
}

/** Days of a whole period between two coupons: in 30/360 both count as the 30th at the end of a month. */
export function daysOfPeriod(from: number, to: number, basis: Basis, date1904: boolean): number {
  if (basis !== 0) return daysBetween(from, to, basis, date1904)
  const start = serialToDate(from, date1904)
  const end = serialToDate(to, date1904)
  const dayOf = (date: CalendarDate): number => (isEndOfFebruary(date) ? 30 : Math.min(date.day, 30))
  return span360(start, dayOf(start), end, dayOf(end))
}

/** Length of the year that days between two serial dates are divided by. */
export function yearLength(from: number, to: number, basis: Basis, date1904: boolean): number {
  if (basis !== 1) return basis === 3 ? 365 : 360
  return actualYear(serialToDate(from, date1904), serialToDate(to, date1904))
}

/** Fraction of a year between two serial dates in any order. */
export function yearFraction(from: number, to: number, basis: Basis, date1904: boolean): number {
  const low = Math.min(from, to)
  const high = Math.max(from, to)
  return daysBetween(low, high, basis, date1904) / yearLength(low, high, basis, date1904)
}

/** The number as a basis; undefined if it is none. */
export function basisFrom(value: number): Basis | undefined {
  const basis = Math.trunc(value)
  return basis >= 0 && basis <= 4 ? (basis as Basis) : undefined
}
