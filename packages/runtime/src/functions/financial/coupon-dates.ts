import { type Basis, daysBetween, daysOfPeriod } from '../../dates/day-count.ts'
import { dateToSerial, daysInExcelMonth, serialToDate } from '../../dates/serial.ts'
import type { Frequency } from './parameters.ts'

/** Coupons of a security: every 12/frequency months before its maturity, at the end of the month if the maturity is. */
export interface Schedule {
  readonly maturity: number
  readonly frequency: Frequency
  readonly date1904: boolean
}

/**
 * The date `months` later (earlier, if negative); the last day of a month if `monthEnd`, else the same day if the month
 * has it.
 */
export function shiftMonths(serial: number, months: number, monthEnd: boolean, date1904: boolean): number {
  const { year, month, day } = serialToDate(serial, date1904)
  const index = year * 12 + month - 1 + months
  const newYear = Math.floor(index / 12)
  const newMonth = (index % 12) + 1
  const length = daysInExcelMonth(newYear, newMonth, date1904)
  return dateToSerial(newYear, newMonth, monthEnd ? length : Math.min(day, length), date1904)
}

/** Is this day the last of its month? */
export function isMonthEnd(serial: number, date1904: boolean): boolean {
  const { year, month, day } = serialToDate(serial, date1904)
  return day === daysInExcelMonth(year, month, date1904)
}

/** The coupon `count` periods before maturity (0: maturity). */
export function couponBefore(schedule: Schedule, count: number): number {
  const { maturity, frequency, date1904 } = schedule
  const monthEnd = isMonthEnd(maturity, date1904)
  return shiftMonths(maturity, (-count * 12) / frequency, monthEnd, date1904)
}

/** The number of coupons after a day, up to and including maturity. */
export function couponsAfter(schedule: Schedule, day: number): number {
  const { maturity, frequency, date1904 } = schedule
  const end = serialToDate(maturity, date1904)
  const start = serialToDate(day, date1904)
  const months = (end.year - start.year) * 12 + end.month - start.month
  let count = Math.max(0, Math.floor((months * frequency) / 12) - 1)
  while (couponBefore(schedule, count) > day) count++
  return count
}

export interface Period {
  /** Last coupon date on or before the day, and the first after it. */
  readonly previous: number
  readonly next: number
  /** Coupons still to come. */
  readonly count: number
}

export function couponPeriod(schedule: Schedule, day: number): Period {
  const count = couponsAfter(schedule, day)
  return { previous: couponBefore(schedule, count), next: couponBefore(schedule, count - 1), count }
}

/** Length of a whole coupon period in days, by a basis. */
export function periodLength(previous: number, next: number, frequency: Frequency, basis: Basis): number {
  if (basis === 1) return next - previous
  return (basis === 3 ? 365 : 360) / frequency
}

export interface PeriodDays {
  /** Days of the period: all, before the settlement, after it. The parts need not add up to the whole. */
  readonly length: number
  readonly elapsed: number
  readonly remaining: number
}

export function periodDays(schedule: Schedule, settlement: number, basis: Basis): PeriodDays {
  const { frequency, date1904 } = schedule
  const { previous, next } = couponPeriod(schedule, settlement)
  const elapsed = daysBetween(previous, settlement, basis, date1904)
  return {
    length: periodLength(previous, next, frequency, basis),
    elapsed,
    remaining:
      basis === 0
        ? daysOfPeriod(previous, next, basis, date1904) - elapsed
        : daysBetween(settlement, next, basis, date1904),
  }
}
