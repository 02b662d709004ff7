import { type Basis, daysBetween, daysOfPeriod } from '../../dates/day-count.ts'
import { ExcelError, errors, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import {
  couponBefore,
  couponPeriod,
  couponsAfter,
  isMonthEnd,
  periodLength,
  type Schedule,
  shiftMonths,
} from './coupon-dates.ts'
import {
  amount,
  basis,
  days,
  type Frequency,
  frequency,
  maturity,
  rate,
  redemption,
  settlement,
  withTerms,
} from './parameters.ts'
import { solveYield } from './solve-yield.ts'
import { realPower } from '../../numeric/real-power.ts'

/** Bonds whose first or last coupon period is longer or shorter than the others. */

interface Terms {
  readonly frequency: Frequency
  readonly basis: Basis
  readonly date1904: boolean
}

interface QuasiPeriod {
  readonly start: number
  readonly end: number
}

/**
 * Regular periods before (with negative months) or after a coupon date. As in Excel, each date is shifted from its
 * neighbour: after a short month the day stays the earlier one.
 */
function quasiPeriods(coupon: number, count: number, months: number, date1904: boolean): QuasiPeriod[] {
  const periods: QuasiPeriod[] = []
  for (let date = coupon; periods.length < count; ) {
    const next = shiftMonths(date, months, false, date1904)
    periods.push(months < 0 ? { start: next, end: date } : { start: date, end: next })
    date = next
  }
  return periods
}

function sumOf(periods: readonly QuasiPeriod[], share: (period: QuasiPeriod, index: number) => number): number {
  return periods.reduce((sum, period, index) => sum + share(period, index), 0)
}

interface OddFirst {
  readonly coupon: number
  readonly redemption: number
  readonly frequency: Frequency
  /** Regular coupons after the first. */
  readonly regular: number
  /** In regular periods: issue to first coupon, issue to settlement, settlement to first coupon. */
  readonly firstLength: number
  readonly accrued: number
  readonly wait: number
}

/** Undefined if the first coupon is none of the regular ones that end at maturity. */
function oddFirst(
  terms: Terms,
  [settled, end, issued, first]: readonly [number, number, number, number],
  yearly: number,
  back: number,
): OddFirst | undefined {
  const { frequency: times, basis: way, date1904 } = terms
  const schedule = { maturity: end, frequency: times, date1904 }
  const regular = couponsAfter(schedule, first)
  if (couponBefore(schedule, regular) !== first) return undefined
  const toFirst = { ...schedule, maturity: first }
  const count = couponsAfter(toFirst, issued)
  const periods = quasiPeriods(first, count, -12 / times, date1904)
  const share = (from: number, to: number, { start, end: stop }: QuasiPeriod): number =>
    Math.max(0, daysBetween(from, to, way, date1904)) / periodLength(start, stop, times, way)
  return {
    coupon: (100 * yearly) / times,
    redemption: back,
    frequency: times,
    regular,
    firstLength: sumOf(periods, (period, i) => (i < count - 1 ? 1 : share(issued, period.end, period))),
    accrued: sumOf(periods, (period) =>
      period.start >= settled ? 0 : share(Math.max(issued, period.start), Math.min(settled, period.end), period),
    ),
    wait: waitUntil(toFirst, settled, way, count === 1),
  }
}

/**
 * Whole periods from the settlement to the first coupon, and the rest of the current period: what the days before leave
 * of it in a long first period, unless a year has 360 or 365 actual days. In a long one Excel counts a period too many
 * if coupons are due at the end of a month and the settlement is neither at one nor in the month of a coupon.
 */
function waitUntil(schedule: Schedule, settled: number, way: Basis, short: boolean): number {
  const { date1904 } = schedule
  const { previous, next, count } = couponPeriod(schedule, settled)
  const length = periodLength(previous, next, schedule.frequency, way)
  const left =
    short || way === 2 || way === 3
      ? daysBetween(settled, next, way, date1904)
      : length - daysBetween(previous, settled, way, date1904)
  const monthEnd = shiftMonths(settled, 0, true, date1904)
  const tooMany =
    !short &&
    isMonthEnd(schedule.maturity, date1904) &&
    monthEnd !== settled &&
    monthEnd !== next &&
    monthEnd !== previous
  return count - 1 + (tooMany ? 1 : 0) + left / length
}

function oddFirstPrice(bond: OddFirst, yearly: number): number {
  const factor = 1 + yearly / bond.frequency
  let sum = bond.redemption / realPower(factor, bond.regular + bond.wait)
  sum += (bond.coupon * bond.firstLength) / realPower(factor, bond.wait)
  for (let k = 1; k <= bond.regular; k++) sum += bond.coupon / realPower(factor, k + bond.wait)
  return sum - bond.coupon * bond.accrued
}

interface OddLast {
  readonly coupon: number
  readonly redemption: number
  readonly frequency: Frequency
  /** In regular periods: last coupon to maturity, last coupon to settlement, settlement to maturity. */
  readonly lastLength: number
  readonly accrued: number
  readonly left: number
}

/** Periods are as long as their days by the basis; those before the settlement's count as 1 in the accrued interest. */
function oddLast(
  terms: Terms,
  [settled, end, last]: readonly [number, number, number],
  yearly: number,
  back: number,
): OddLast {
  const { frequency: times, basis: way, date1904 } = terms
  const count = couponsAfter({ maturity: end, frequency: times, date1904 }, last)
  const periods = quasiPeriods(last, count, 12 / times, date1904)
  const whole = (from: number, to: number): number => daysOfPeriod(from, to, way, date1904)
  const share = (from: number, to: number, period: QuasiPeriod): number =>
    from >= to ? 0 : daysBetween(from, to, way, date1904) / whole(period.start, period.end)
  return {
    coupon: (100 * yearly) / times,
    redemption: back,
    frequency: times,
    lastLength: sumOf(periods, ({ start, end: stop }, i) =>
      i < count - 1 ? 1 : whole(start, end) / whole(start, stop),
    ),
    accrued: sumOf(periods, (period) =>
      period.end < settled ? 1 : share(period.start, Math.min(settled, period.end), period),
    ),
    left: sumOf(periods, (period) => share(Math.max(settled, period.start), Math.min(end, period.end), period)),
  }
}

function oddLastPrice(bond: OddLast, yearly: number): number {
  const paid = bond.redemption + bond.coupon * bond.lastLength
  return paid / (1 + (bond.left * yearly) / bond.frequency) - bond.coupon * bond.accrued
}

function oddLastYield(bond: OddLast, price: number): number {
  const invested = price + bond.coupon * bond.accrued
  const paid = bond.redemption + bond.coupon * bond.lastLength
  return ((paid - invested) / invested) * (bond.frequency / bond.left)
}

function withFirst(
  context: CallContext,
  dates: readonly [settlement: number, maturity: number, issue: number, first: number],
  [yearly, back, times, way]: readonly [number, number, number, number],
  f: (bond: OddFirst) => number | ExcelError,
): Value {
  return withTerms(times, way, (perYear, counted) => {
    const whole = days(...dates)
    if (whole instanceof ExcelError) return whole
    const [settled = 0, end = 0, issued = 0, first = 0] = whole
    if (yearly < 0 || back <= 0 || !(end > first && first > settled && settled > issued)) return errors.num
    const terms = { frequency: perYear, basis: counted, date1904: context.date1904 }
    const bond = oddFirst(terms, [settled, end, issued, first], yearly, back)
    return bond ? f(bond) : errors.num
  })
}

function withLast(
  context: CallContext,
  dates: readonly [settlement: number, maturity: number, last: number],
  [yearly, back, times, way]: readonly [number, number, number, number],
  f: (bond: OddLast) => number,
): Value {
  return withTerms(times, way, (perYear, counted) => {
    const whole = days(...dates)
    if (whole instanceof ExcelError) return whole
    const [settled = 0, end = 0, last = 0] = whole
    if (yearly < 0 || back <= 0 || !(end > settled && settled > last)) return errors.num
    const terms = { frequency: perYear, basis: counted, date1904: context.date1904 }
    return f(oddLast(terms, [settled, end, last], yearly, back))
  })
}

const issue = amount('issue')
const firstCoupon = amount('first_coupon')
const lastInterest = amount('last_interest')
const price = amount('pr')
const yld = amount('yld')

export const oddBonds: readonly FunctionDefinition[] = [
  define({
    name: 'ODDFPRICE',
    params: [settlement, maturity, issue, firstCoupon, rate, yld, redemption, frequency, basis],
    body: (context, from, to, issued, first, yearly, wanted, back, times, way) =>
      wanted < 0
        ? errors.num
        : withFirst(context, [from, to, issued, first], [yearly, back, times, way], (bond) =>
            oddFirstPrice(bond, wanted),
          ),
  }),
  define({
    name: 'ODDFYIELD',
    params: [settlement, maturity, issue, firstCoupon, rate, price, redemption, frequency, basis],
    body: (context, from, to, issued, first, yearly, paid, back, times, way) =>
      paid <= 0
        ? errors.num
        : withFirst(context, [from, to, issued, first], [yearly, back, times, way], (bond) =>
            solveYield((wanted) => oddFirstPrice(bond, wanted) - paid),
          ),
  }),
  define({
    name: 'ODDLPRICE',
    params: [settlement, maturity, lastInterest, rate, yld, redemption, frequency, basis],
    body: (context, from, to, last, yearly, wanted, back, times, way) =>
      wanted < 0
        ? errors.num
        : withLast(context, [from, to, last], [yearly, back, times, way], (bond) => oddLastPrice(bond, wanted)),
  }),
  define({
    name: 'ODDLYIELD',
    params: [settlement, maturity, lastInterest, rate, price, redemption, frequency, basis],
    body: (context, from, to, last, yearly, paid, back, times, way) =>
      paid <= 0
        ? errors.num
        : withLast(context, [from, to, last], [yearly, back, times, way], (bond) => oddLastYield(bond, paid)),
  }),
]
