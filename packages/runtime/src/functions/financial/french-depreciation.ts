import { type Basis, daysBetween, yearLength } from '../../dates/day-count.ts'
import { dateToSerial, serialToDate } from '../../dates/serial.ts'
import { roundDecimal } from '../../numeric/decimal.ts'
import { ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { amount, basis, days, withBasis } from './parameters.ts'

interface Asset {
  readonly cost: number
  readonly salvage: number
  readonly period: number
  readonly rate: number
  /** Whole years that the rate gives, rounded up. */
  readonly life: number
  /** Fraction of the first year that counts. */
  readonly firstYear: number
  /** Number of the last period, counted from 0. */
  readonly last: number
}

const nearest = (x: number): number => roundDecimal(x, 0, 'nearest')

/** By the length of life in years. Excel has none for lives under three years and for those between four and five. */
function coefficient(life: number): number | undefined {
  if (life < 3 || (life > 4 && life < 5)) return undefined
  if (life <= 4) return 1.5
  return life <= 6 ? 2 : 2.5
}

/**
 * A whole amount: a part of what is left, half of it in the last period but one, all of it in the last; nothing once
 * less is left than the salvage value. Only the first amount lowers the rest as a whole number.
 */
function declining(context: CallContext, asset: Asset): number | ExcelError {
  const { cost, salvage, period, rate, life, firstYear, last } = asset
  const faster = coefficient(1 / rate)
  if (faster === undefined) return errors.num
  if (cost === salvage || period > life) return 0
  const first = nearest(Math.min(firstYear * rate * faster * cost, cost - salvage))
  if (period === 0) return first
  const count = Math.trunc(period)
  context.charge(count)
  let left = cost - first
  let now = 0
  for (let i = 1; i <= count; i++) {
    if (left < salvage) return 0
    now = left * (i < last - 1 ? rate * faster : i === last - 1 ? 0.5 : 1)
    left -= now
  }
  return nearest(now)
}

/** The same amount in every period, less in the first and in the one that reaches the salvage value. */
function linear(_context: CallContext, { cost, salvage, period, rate, life, firstYear }: Asset): number {
  if (period > life) return 0
  const whole = cost * rate
  const first = Math.min(firstYear * whole, cost - salvage)
  if (period === 0) return first
  const count = Math.trunc(period)
  return count === 0 ? whole : Math.min(whole, Math.max(0, cost - salvage - first - (count - 1) * whole))
}

function french(name: string, f: (context: CallContext, asset: Asset) => number | ExcelError): FunctionDefinition {
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
        const part = partOfYear(context, purchased, first, way)
        if (part instanceof ExcelError) return part
        const life = Math.ceil(1 / rate)
        // No days at all count as a whole year, and the life ends a period earlier then.
        const firstYear = part === 0 ? { firstYear: 1, last: life - 2 } : { firstYear: part, last: life - 1 }
        return f(context, { cost, salvage, period, rate, life, ...firstYear })
      }),
  })
}

function partOfYear(context: CallContext, purchased: number, first: number, way: Basis): number | ExcelError {
  const dates = days(purchased, first)
  if (dates instanceof ExcelError) return dates
  const { date1904 } = context
  const [from = 0, to = 0] = dates.map((day) => withoutLeapDay(day, way, date1904))
  if (from > to) return errors.num
  return daysBetween(from, to, way, date1904) / yearLength(from, from, way, date1904)
}

/** Years of real days have no 29 February here. */
function withoutLeapDay(day: number, way: Basis, date1904: boolean): number {
  const { year, month, day: ofMonth } = serialToDate(day, date1904)
  if ((way !== 1 && way !== 3) || month !== 2 || ofMonth !== 29) return day
  return dateToSerial(year, 2, 28, date1904)
}

export const frenchDepreciation: readonly FunctionDefinition[] = [
  french('AMORDEGRC', declining),
  french('AMORLINC', linear),
]
