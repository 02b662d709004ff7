import { type Basis, yearFraction } from '../../dates/day-count.ts'
import { roundDecimal } from '../../numeric/decimal.ts'
import { ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { amount, basis, days, withBasis } from './parameters.ts'

interface Asset {
  readonly cost: number
  readonly salvage: number
  readonly period: number
  readonly rate: number
  /** Fraction of the first year that counts. */
  readonly firstYear: number
}

const nearest = (x: number): number => roundDecimal(x, 0, 'nearest')

/** By the length of life, for assets that last three years or more. */
function coefficient(life: number): number {
  if (life < 3) return 1
  if (life < 5) return 1.5
  return life <= 6 ? 2 : 2.5
}

/** Whole amounts; the period before the last takes half of the rest, the last takes what remains. */
function declining({ charge }: CallContext, { cost, salvage, period, rate, firstYear }: Asset): number {
  const fast = rate * coefficient(1 / rate)
  let amountNow = nearest(firstYear * fast * cost)
  let left = cost - amountNow
  let above = left - salvage
  charge(period)
  for (let i = 0; i < period; i++) {
    amountNow = nearest(fast * left)
    above -= amountNow
    if (above < 0) return period - i <= 1 ? nearest(left * 0.5) : 0
    left -= amountNow
  }
  return amountNow
}

function linear(_context: CallContext, { cost, salvage, period, rate, firstYear }: Asset): number {
  const whole = cost * rate
  const first = Math.min(firstYear * whole, cost - salvage)
  if (period === 0) return first
  const full = Math.trunc((cost - salvage - first) / whole)
  if (period <= full) return whole
  return period === full + 1 ? cost - salvage - whole * full - first : 0
}

function french(name: string, f: (context: CallContext, asset: Asset) => number): FunctionDefinition {
  return define({
    name,
    params: [
      amount('cost'),
      amount('date_purchased'),
      amount('first_period'),
      amount('salvage'),
      amount('period'),
      amount('rate'),
      basis,
    ],
    body: (context, cost, purchased, first, salvage, period, rate, basisValue) =>
      withBasis(basisValue, (way) => {
        if (cost < 0 || salvage < 0 || salvage > cost || period < 0 || rate <= 0 || way === 2) return errors.num
        const firstYear = partOfYear(context, purchased, first, way)
        if (firstYear instanceof ExcelError) return firstYear
        return f(context, { cost, salvage, period: Math.trunc(period), rate, firstYear })
      }),
  })
}

function partOfYear(context: CallContext, purchased: number, first: number, way: Basis): number | ExcelError {
  const dates = days(purchased, first)
  if (dates instanceof ExcelError) return dates
  const [from = 0, to = 0] = dates
  return from > to ? errors.num : yearFraction(from, to, way, context.date1904)
}

export const frenchDepreciation: readonly FunctionDefinition[] = [
  french('AMORDEGRC', declining),
  french('AMORLINC', linear),
]
