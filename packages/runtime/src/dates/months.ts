import { dateToSerial, daysInMonth, isDateSerial, serialToDate } from './serial.ts'

/**
 * The same day some months later (or earlier), or the last day of a shorter month. Undefined outside the calendar. Here
 * February 1900 has 28 days, though the calendar has the 29th.
 */
export function addMonths(serial: number, months: number, date1904: boolean): number | undefined {
  const { year, month, day } = serialToDate(serial, date1904)
  return dayInMonth(year, month + months, day, date1904)
}

/** Last day of the month some months later. Undefined outside the calendar. */
export function endOfMonth(serial: number, months: number, date1904: boolean): number | undefined {
  const { year, month } = serialToDate(serial, date1904)
  return dayInMonth(year, month + months, 31, date1904)
}

function dayInMonth(year: number, month: number, day: number, date1904: boolean): number | undefined {
  const index = year * 12 + month - 1
  const realYear = Math.floor(index / 12)
  const realMonth = index - realYear * 12 + 1
  if (realYear < (date1904 ? 1904 : 1900) || realYear > 9999) return undefined
  const last = daysInMonth(realYear, realMonth)
  const serial = dateToSerial(realYear, realMonth, Math.min(day, last), date1904)
  return isDateSerial(serial, date1904) ? serial : undefined
}
