import type { Basis } from '../../dates/day-count.ts'
import { ExcelError, errors, type Value } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { couponPeriod, periodDays, type Schedule } from './coupon-dates.ts'
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

/** A bond with regular coupons, seen from its settlement. */
interface Bond {
  readonly coupon: number
  readonly redemption: number
  readonly frequency: Frequency
  /** Coupons to come. */
  readonly count: number
  /** Fraction of the current period that is over, and that remains. */
  readonly elapsed: number
  readonly remaining: number
}

function bondOf(schedule: Schedule, settled: number, way: Basis, yearly: number, back: number): Bond {
  const { length, elapsed } = periodDays(schedule, settled, way)
  return {
    coupon: (100 * yearly) / schedule.frequency,
    redemption: back,
    frequency: schedule.frequency,
    count: couponPeriod(schedule, settled).count,
    elapsed: elapsed / length,
    remaining: (length - elapsed) / length,
  }
}

/** Price without accrued interest. */
function cleanPrice(bond: Bond, yearly: number): number {
  const { coupon, count, elapsed, remaining } = bond
  const yieldRate = yearly / bond.frequency
  if (count === 1) return (bond.redemption + coupon) / (1 + remaining * yieldRate) - coupon * elapsed
  const factor = 1 + yieldRate
  let sum = bond.redemption / realPower(factor, count - 1 + remaining)
  for (let k = 0; k < count; k++) sum += coupon / realPower(factor, k + remaining)
  return sum - coupon * elapsed
}

function yieldOf(bond: Bond, price: number): number | ExcelError {
  const { coupon, elapsed, remaining, frequency: times } = bond
  if (bond.count > 1) return solveYield((yearly) => cleanPrice(bond, yearly) - price)
  const paid = price + coupon * elapsed
  return ((bond.redemption + coupon - paid) / paid) * (times / remaining)
}

/** Macaulay's duration in years: the mean time of the payments, weighted by their value. */
function duration(bond: Bond, yearly: number): number {
  const factor = 1 + yearly / bond.frequency
  let weighted = 0
  let value = 0
  for (let k = 0; k < bond.count; k++) {
    const time = k + bond.remaining
    const flow = (bond.coupon + (k === bond.count - 1 ? 100 : 0)) / realPower(factor, time)
    weighted += time * flow
    value += flow
  }
  return weighted / value / bond.frequency
}

function onBond(
  context: CallContext,
  dates: readonly [number, number],
  terms: readonly [frequency: number, basis: number],
  make: (schedule: Schedule, settled: number, way: Basis) => Value,
): Value {
  return withTerms(terms[0], terms[1], (perYear, way) => {
    const whole = days(...dates)
    if (whole instanceof ExcelError) return whole
    const [settled = 0, end = 0] = whole
    if (settled >= end) return errors.num
    return make({ maturity: end, frequency: perYear, date1904: context.date1904 }, settled, way)
  })
}

const yld = amount('yld')

export const bonds: readonly FunctionDefinition[] = [
  define({
    name: 'PRICE',
    params: [settlement, maturity, rate, yld, redemption, frequency, basis],
    body: (context, from, to, yearly, wanted, back, times, way) => {
      if (yearly < 0 || wanted < 0 || back <= 0) return errors.num
      return onBond(context, [from, to], [times, way], (schedule, settled, counted) =>
        cleanPrice(bondOf(schedule, settled, counted, yearly, back), wanted),
      )
    },
  }),
  define({
    name: 'YIELD',
    params: [settlement, maturity, rate, amount('pr'), redemption, frequency, basis],
    body: (context, from, to, yearly, price, back, times, way) => {
      if (yearly < 0 || price <= 0 || back <= 0) return errors.num
      return onBond(context, [from, to], [times, way], (schedule, settled, counted) => {
        // In the last period Excel's YIELD takes actual days for all bases but 30/360; its PRICE does not.
        const last = couponPeriod(schedule, settled).count === 1
        const measured = last && (counted === 2 || counted === 3) ? 1 : counted
        return yieldOf(bondOf(schedule, settled, measured, yearly, back), price)
      })
    },
  }),
  define({
    name: 'DURATION',
    params: [settlement, maturity, amount('coupon'), yld, frequency, basis],
    body: (context, from, to, yearly, wanted, times, way) => {
      if (yearly < 0 || wanted < 0) return errors.num
      return onBond(context, [from, to], [times, way], (schedule, settled, counted) =>
        duration(bondOf(schedule, settled, counted, yearly, 100), wanted),
      )
    },
  }),
  define({
    name: 'MDURATION',
    params: [settlement, maturity, amount('coupon'), yld, frequency, basis],
    body: (context, from, to, yearly, wanted, times, way) => {
      if (yearly < 0 || wanted < 0) return errors.num
      return onBond(
        context,
        [from, to],
        [times, way],
        (schedule, settled, counted) =>
          duration(bondOf(schedule, settled, counted, yearly, 100), wanted) / (1 + wanted / schedule.frequency),
      )
    },
  }),
]
