import { type Basis, daysBetween } from '../../dates/day-count.ts'
import { ExcelError, errors, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { couponsAfter, isMonthEnd, periodLength, shiftMonths } from './coupon-dates.ts'
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

/** Dates of the regular grid through one of its dates; index 0 is that date. */
function gridThrough(anchor: number, { frequency: times, date1904 }: Terms): (index: number) => number {
  const monthEnd = isMonthEnd(anchor, date1904)
  return (index) => shiftMonths(anchor, (index * 12) / times, monthEnd, date1904)
}

/** Regular periods between two days, each counted as its days in between divided by its length. */
function periodsBetween(from: number, to: number, grid: (index: number) => number, terms: Terms): number {
  let index = Math.floor(((from - grid(0)) / 366) * terms.frequency)
  while (grid(index) > from) index--
  while (grid(index + 1) <= from) index++
  let sum = 0
  for (let day = from; day < to; index++) {
    const end = Math.min(grid(index + 1), to)
    const whole = day === grid(index) && end === grid(index + 1)
    const length = periodLength(grid(index), grid(index + 1), terms.frequency, terms.basis)
    sum += whole ? 1 : daysBetween(day, end, terms.basis, terms.date1904) / length
    day = end
  }
  return sum
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

function oddFirst(
  terms: Terms,
  [settled, end, issued, first]: readonly [number, number, number, number],
  yearly: number,
  back: number,
): OddFirst {
  const grid = gridThrough(first, terms)
  const schedule = { maturity: end, frequency: terms.frequency, date1904: terms.date1904 }
  return {
    coupon: (100 * yearly) / terms.frequency,
    redemption: back,
    frequency: terms.frequency,
    regular: couponsAfter(schedule, first),
    firstLength: periodsBetween(issued, first, grid, terms),
    accrued: periodsBetween(issued, settled, grid, terms),
    wait: waitUntil(settled, grid, terms),
  }
}

/** Whole periods from the settlement to the first coupon, and the rest of the current period. */
function waitUntil(settled: number, grid: (index: number) => number, terms: Terms): number {
  let index = 0
  while (grid(index) > settled) index--
  const next = grid(index + 1)
  const length = periodLength(grid(index), next, terms.frequency, terms.basis)
  return -index - 1 + daysBetween(settled, next, terms.basis, terms.date1904) / length
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

function oddLast(
  terms: Terms,
  [settled, end, last]: readonly [number, number, number],
  yearly: number,
  back: number,
): OddLast {
  const grid = gridThrough(last, terms)
  // All bases with actual days measure against the actual length of the period here.
  const measured: Terms = { ...terms, basis: terms.basis === 2 || terms.basis === 3 ? 1 : terms.basis }
  return {
    coupon: (100 * yearly) / terms.frequency,
    redemption: back,
    frequency: terms.frequency,
    lastLength: periodsBetween(last, end, grid, measured),
    accrued: periodsBetween(last, settled, grid, measured),
    left: periodsBetween(settled, end, grid, measured),
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
    return f(oddFirst(terms, [settled, end, issued, first], yearly, back))
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
