import { type Basis, daysBetween } from '../../dates/day-count.ts'
import { ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { couponPeriod, periodDays, type Schedule } from './coupon-dates.ts'
import { basis, days, frequency, maturity, settlement, withTerms } from './parameters.ts'

function coupon(name: string, f: (schedule: Schedule, settled: number, basis: Basis) => number): FunctionDefinition {
  return define({
    name,
    params: [settlement, maturity, frequency, basis],
    body: (context, from, to, times, basisValue) =>
      withTerms(times, basisValue, (perYear, way) => {
        const dates = days(from, to)
        if (dates instanceof ExcelError) return dates
        const [settled = 0, end = 0] = dates
        if (settled >= end) return errors.num
        return f({ maturity: end, frequency: perYear, date1904: context.date1904 }, settled, way)
      }),
  })
}

/** Days since the last coupon, or since the beginning of the calendar if that coupon was before it. */
function daysSinceCoupon(schedule: Schedule, settled: number, way: Basis): number {
  if (couponPeriod(schedule, settled).previous >= 0) return periodDays(schedule, settled, way).elapsed
  return daysBetween(0, settled, way, schedule.date1904)
}

export const coupons: readonly FunctionDefinition[] = [
  coupon('COUPDAYBS', daysSinceCoupon),
  coupon('COUPDAYS', (schedule, settled, way) => periodDays(schedule, settled, way).length),
  coupon('COUPDAYSNC', (schedule, settled, way) => periodDays(schedule, settled, way).remaining),
  coupon('COUPNCD', (schedule, settled) => couponPeriod(schedule, settled).next),
  coupon('COUPNUM', (schedule, settled) => couponPeriod(schedule, settled).count),
  coupon('COUPPCD', (schedule, settled) => couponPeriod(schedule, settled).previous),
]
