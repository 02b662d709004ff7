import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { amount } from './parameters.ts'
import { log10Of, logOf } from '../../numeric/elementary.ts'
import { powerOfTen, realPower } from '../../numeric/real-power.ts'

/** Digits after the point for the fraction of a price quoted in 1/n. */
function fractionScale(denominator: number): number {
  return powerOfTen(Math.ceil(log10Of(denominator)))
}

/** Splits a price at its point and rescales the fraction. */
function rescale(price: number, ratio: (denominator: number) => number, denominator: number) {
  const n = Math.trunc(denominator)
  if (n < 0) return errors.num
  if (n === 0) return errors.div0
  const whole = Math.trunc(price)
  return whole + (price - whole) * ratio(n)
}

export const rates: readonly FunctionDefinition[] = [
  define({
    name: 'EFFECT',
    params: [amount('nominal_rate'), amount('npery')],
    body: (_context, nominal, times) => {
      const n = Math.trunc(times)
      return nominal <= 0 || n < 1 ? errors.num : realPower(1 + nominal / n, n) - 1
    },
  }),
  define({
    name: 'NOMINAL',
    params: [amount('effect_rate'), amount('npery')],
    body: (_context, effective, times) => {
      const n = Math.trunc(times)
      return effective <= 0 || n < 1 ? errors.num : n * (realPower(1 + effective, 1 / n) - 1)
    },
  }),
  define({
    name: 'RRI',
    params: [
      { name: 'nper', kind: 'number' },
      { name: 'pv', kind: 'number' },
      { name: 'fv', kind: 'number' },
    ],
    body: (_context, n, present, future) => {
      if (n <= 0) return errors.num
      if (present === 0) return future === 0 ? 0 : errors.num
      return realPower(future / present, 1 / n) - 1
    },
  }),
  define({
    name: 'PDURATION',
    params: [
      { name: 'rate', kind: 'number' },
      { name: 'pv', kind: 'number' },
      { name: 'fv', kind: 'number' },
    ],
    body: (_context, rate, present, future) => {
      if (rate <= 0 || present <= 0 || future <= 0) return errors.num
      return (logOf(future) - logOf(present)) / logOf(1 + rate)
    },
  }),
  define({
    name: 'DOLLARDE',
    params: [amount('fractional_dollar'), amount('fraction')],
    body: (_context, price, denominator) => rescale(price, (n) => fractionScale(n) / n, denominator),
  }),
  define({
    name: 'DOLLARFR',
    params: [amount('decimal_dollar'), amount('fraction')],
    body: (_context, price, denominator) => rescale(price, (n) => n / fractionScale(n), denominator),
  }),
]
