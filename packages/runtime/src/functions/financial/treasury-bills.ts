import { ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { shiftMonths } from './coupon-dates.ts'
import { amount, days, maturity, settlement } from './parameters.ts'

/** Days to maturity; a bill cannot run longer than a year. */
function term(context: CallContext, from: number, to: number): number | ExcelError {
  const dates = days(from, to)
  if (dates instanceof ExcelError) return dates
  const [settled = 0, end = 0] = dates
  return settled >= end || end > shiftMonths(settled, 12, false, context.date1904) ? errors.num : end - settled
}

/**
 * Yield of a bond with the same payments as the bill: simple up to half a year, with one coupon in between beyond that.
 */
function bondEquivalent(discount: number, length: number): number | ExcelError {
  if (length <= 182) return (365 * discount) / (360 - discount * length)
  const price = 1 - (discount * length) / 360
  if (price <= 0) return errors.num
  const years = length / (length === 366 ? 366 : 365)
  return (2 * (-years + Math.sqrt(years * years - (2 * years - 1) * (1 - 1 / price)))) / (2 * years - 1)
}

function bill(
  name: string,
  parameter: string,
  f: (value: number, length: number) => number | ExcelError,
): FunctionDefinition {
  return define({
    name,
    params: [settlement, maturity, amount(parameter)],
    body: (context, from, to, value) => {
      const length = term(context, from, to)
      if (length instanceof ExcelError) return length
      return value <= 0 ? errors.num : f(value, length)
    },
  })
}

export const treasuryBills: readonly FunctionDefinition[] = [
  bill('TBILLEQ', 'discount', (discount, length) => {
    const result = bondEquivalent(discount, length)
    return result instanceof ExcelError || result < 0 ? errors.num : result
  }),
  bill('TBILLPRICE', 'discount', (discount, length) => {
    const price = 100 * (1 - (discount * length) / 360)
    return price < 0 ? errors.num : price
  }),
  bill('TBILLYIELD', 'pr', (price, length) => ((100 - price) / price) * (360 / length)),
]
