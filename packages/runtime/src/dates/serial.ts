/**
 * Serial day numbers and calendar dates. In the 1900 system day 60 is 29 February 1900, a day that never existed, and
 * day 0 is shown as "January 0"; in the 1904 system day 0 is 1 January 1904.
 */

export interface CalendarDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

/** The day after 31 December 9999, the last that Excel can show. */
const LIMIT_1900 = 2_958_466
/** Serial numbers in the 1904 system are smaller by this many days. */
const DAYS_1904 = 1462

/** First serial number past the end of the calendar. */
export function serialLimit(date1904: boolean): number {
  return date1904 ? LIMIT_1900 - DAYS_1904 : LIMIT_1900
}

/** Serial number of 1970-01-01 in the 1900 system. */
const EPOCH = 25_569
const MILLIS_OF_DAY = 86_400_000

/** The serial number of a time in milliseconds since 1970, UTC. */
export function serialOfMoment(millis: number, date1904: boolean): number {
  return millis / MILLIS_OF_DAY + EPOCH - (date1904 ? DAYS_1904 : 0)
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Length of a month in the real calendar. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 31)
}

/** Length of a month in Excel's calendar: February 1900 has 29 days in the 1900 system. */
export function daysInExcelMonth(year: number, month: number, date1904: boolean): number {
  return year === 1900 && month === 2 && !date1904 ? 29 : daysInMonth(year, month)
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar. */
function civilDays(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function civilDate(days: number): CalendarDate {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  }
}

/** Days between 1970-01-01 and 1899-12-30, which would be serial 0 without the leap year error of 1900. */
const EPOCH_1900 = 25_569

/**
 * Serial number of a date; a month or day beyond its range carries into the next (or the previous) one.
 * The result may be outside the calendar: negative, or at or past `serialLimit`.
 */
export function dateToSerial(year: number, month: number, day: number, date1904: boolean): number {
  const monthIndex = year * 12 + (month - 1)
  const realYear = Math.floor(monthIndex / 12)
  const realMonth = monthIndex - realYear * 12 + 1
  const first = civilDays(realYear, realMonth, 1) + EPOCH_1900
  if (date1904) return first - DAYS_1904 + day - 1
  return (first <= 60 ? first - 1 : first) + day - 1
}

/** The date of a serial number (its fraction is ignored). The caller has checked that it is in the calendar. */
export function serialToDate(serial: number, date1904: boolean): CalendarDate {
  const days = Math.floor(serial)
  if (date1904) return civilDate(days + DAYS_1904 - EPOCH_1900)
  if (days > 60) return civilDate(days - EPOCH_1900)
  if (days === 60) return { year: 1900, month: 2, day: 29 }
  if (days === 0) return { year: 1900, month: 1, day: 0 }
  return civilDate(days + 1 - EPOCH_1900)
}

/** 0 for Sunday to 6 for Saturday, with Excel's weekdays before March 1900 (one off from history). */
export function weekdayOf(serial: number, date1904: boolean): number {
  const days = Math.floor(serial) + (date1904 ? DAYS_1904 : 0)
  return (((days - 1) % 7) + 7) % 7
}

/** Is this serial number in the calendar? */
export function isDateSerial(serial: number, date1904: boolean): boolean {
  return serial >= 0 && serial < serialLimit(date1904)
}
