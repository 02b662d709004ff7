import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { expOf, log10Of, log2Of, logOf } from '../../numeric/elementary.ts'
import { powerOrRoot } from '../../numeric/power.ts'

const number = { name: 'number', kind: 'number' } as const

/** For larger quotients Excel's MOD fails. */
const largestQuotient = 1_125_900_000_000

export function power(base: number, exponent: number): number | ExcelError {
  if (base === 0 && exponent === 0) return errors.num
  if (base === 0 && exponent < 0) return errors.div0
  return powerOrRoot(base, exponent)
}

function remainder(dividend: number, divisor: number): number | ExcelError {
  if (divisor === 0) return errors.div0
  if (Math.abs(dividend / divisor) >= largestQuotient) return errors.num
  const rest = dividend % divisor
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest
}

function logarithm(x: number, base: number): number | ExcelError {
  if (x <= 0 || base <= 0) return errors.num
  if (base === 1) return errors.div0
  if (base === 10) return log10Of(x)
  return base === 2 ? log2Of(x) : logOf(x) / logOf(base)
}

export const arithmetic: readonly FunctionDefinition[] = [
  define({ name: 'ABS', params: [number], body: (_context, x) => Math.abs(x) }),
  define({ name: 'SIGN', params: [number], body: (_context, x) => Math.sign(x) }),
  define({ name: 'SQRT', params: [number], body: (_context, x) => (x < 0 ? errors.num : Math.sqrt(x)) }),
  define({
    name: 'SQRTPI',
    params: [{ ...number, booleans: 'refuse', ranges: 'refuse' }],
    body: (_context, x) => (x < 0 ? errors.num : Math.sqrt(x * Math.PI)),
  }),
  define({ name: 'EXP', params: [number], body: (_context, x) => expOf(x) }),
  define({ name: 'LN', params: [number], body: (_context, x) => (x <= 0 ? errors.num : logOf(x)) }),
  define({
    name: 'LOG',
    params: [number, { name: 'base', kind: 'number', optional: true, default: 10, empty: 'blank' }],
    body: (_context, x, base) => logarithm(x, base),
  }),
  define({ name: 'LOG10', params: [number], body: (_context, x) => (x <= 0 ? errors.num : log10Of(x)) }),
  define({
    name: 'POWER',
    params: [number, { name: 'power', kind: 'number' }],
    body: (_context, base, exponent) => power(base, exponent),
  }),
  define({
    name: 'MOD',
    params: [number, { name: 'divisor', kind: 'number' }],
    body: (_context, dividend, divisor) => remainder(dividend, divisor),
  }),
  define({
    name: 'QUOTIENT',
    params: [
      { name: 'numerator', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'denominator', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (_context, numerator, denominator) => (denominator === 0 ? errors.div0 : Math.trunc(numerator / denominator)),
  }),
  define({ name: 'PI', params: [], body: () => Math.PI }),
]
