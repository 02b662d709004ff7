import { ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { expOf, expm1Of, log1pOf, logOf } from '../../numeric/elementary.ts'
import { realPower } from '../../numeric/real-power.ts'

/** Annuities: PMT, PV, FV, NPER and RATE solve the same equation for one of its terms. */

const rate = { name: 'rate', kind: 'number' } as const
const nper = { name: 'nper', kind: 'number' } as const
const pmt = { name: 'pmt', kind: 'number' } as const
const pv = { name: 'pv', kind: 'number' } as const
const optionalPv = { ...pv, optional: true, default: 0 } as const
const optionalFv = { name: 'fv', kind: 'number', optional: true, default: 0 } as const
const type = { name: 'type', kind: 'number', optional: true, default: 0 } as const
const per = { name: 'per', kind: 'number' } as const

/** 1 if payments are made at the beginning of each period. */
function timing(value: number): 0 | 1 {
  return value === 0 ? 0 : 1
}

/** (1 + r)^n, and the value of n payments of 1: ((1 + r)^n - 1) (1 + r type) / r. */
function growth(r: number, n: number, due: 0 | 1): { readonly factor: number; readonly payments: number } {
  if (r === 0) return { factor: 1, payments: n }
  if (r <= -1) {
    const factor = realPower(1 + r, n)
    return { factor, payments: ((factor - 1) * (1 + r * due)) / r }
  }
  // Uses the logarithm of 1 + r, as Excel does: small rates keep their last digits.
  const exponent = n * log1pOf(r)
  return { factor: expOf(exponent), payments: (expm1Of(exponent) * (1 + r * due)) / r }
}

/** At a rate of -100 % earlier values are undefined. */
function isLost(r: number, n: number): boolean {
  return r === -1 && n < 0
}

function futureValue(r: number, n: number, pay: number, present: number, due: 0 | 1): number {
  const { factor, payments } = growth(r, n, due)
  return -(present * factor + pay * payments)
}

function presentValue(r: number, n: number, pay: number, future: number, due: 0 | 1): number | ExcelError {
  const { factor, payments } = growth(r, n, due)
  return factor === 0 ? errors.div0 : -(future + pay * payments) / factor
}

function payment(r: number, n: number, present: number, future: number, due: 0 | 1): number | ExcelError {
  if (n === 0 || r <= -1) return errors.num
  const { factor, payments } = growth(r, n, due)
  return -(present * factor + future) / payments
}

function periods(r: number, pay: number, present: number, future: number, due: 0 | 1): number | ExcelError {
  if (r === 0) return pay === 0 ? errors.num : -(present + future) / pay
  if (r <= -1) return errors.num
  const flow = (pay * (1 + r * due)) / r
  const ratio = (flow - future) / (flow + present)
  return ratio <= 0 ? errors.num : logOf(ratio) / logOf(1 + r)
}

/** Interest part of the payment in a period: on the balance after the previous payment. */
function interestPart(
  r: number,
  period: number,
  n: number,
  present: number,
  future: number,
  due: 0 | 1,
): number | ExcelError {
  const pay = payment(r, n, present, future, due)
  if (pay instanceof ExcelError) return pay
  if (period === 1 && due === 1) return 0
  // Payments at the beginning: interest accrues on the balance after the payment of two periods ago, minus the last
  // payment.
  return due === 1
    ? (futureValue(r, period - 2, pay, present, 1) - pay) * r
    : futureValue(r, period - 1, pay, present, 0) * r
}

/**
 * Newton's method from the guess, until a round changes nothing. Like Excel's own method it fails for high rates far
 * from the guess.
 */
function interestRate(
  n: number,
  pay: number,
  present: number,
  future: number,
  due: 0 | 1,
  guess: number,
): number | ExcelError {
  if (n <= 0) return errors.num
  const balance = (r: number): number => -futureValue(r, n, pay, present, due) + future
  let r = guess
  for (let round = 0; round < 100; round++) {
    const value = balance(r)
    if (!Number.isFinite(value)) return errors.num
    const next = r - value / slope(r, n, pay, present, due)
    if (!Number.isFinite(next) || next <= -1) return errors.num
    // Payments that are due at once are worth nothing at -100 %, which solves the equation without meaning anything.
    if (due === 1 && 1 + next < 1e-9) return errors.num
    if (Math.abs(next - r) <= 1e-15 * Math.max(1e-3, Math.abs(next))) return next
    if (round >= 20 && Math.abs(next - r) < 1e-7) return next
    r = next
  }
  return errors.num
}

/** Derivative of the balance with respect to the rate. */
function slope(r: number, n: number, pay: number, present: number, due: 0 | 1): number {
  if (Math.abs(r) < 1e-6) return n * present + pay * ((n * (n - 1)) / 2 + n * due)
  const factor = realPower(1 + r, n)
  const factorSlope = n * realPower(1 + r, n - 1)
  const payments = (factorSlope * (1 + r * due) + (factor - 1) * due) / r - ((factor - 1) * (1 + r * due)) / (r * r)
  return present * factorSlope + pay * payments
}

function cumulative(
  r: number,
  n: number,
  present: number,
  from: number,
  to: number,
  due: number,
  part: 'interest' | 'principal',
): number | ExcelError {
  const start = Math.ceil(from)
  const end = Math.floor(to)
  if (r <= 0 || n <= 0 || present <= 0 || from < 1 || to < from || end > n || (due !== 0 && due !== 1))
    return errors.num
  const pay = payment(r, n, present, 0, due)
  if (pay instanceof ExcelError) return pay
  const paid = pay * (end - start + 1)
  const principal = repaid(r, n, present, start, end, due, pay)
  return part === 'principal' ? principal : paid - principal
}

/**
 * The amount repaid in some periods: a geometric series, as each payment repays 1 + r times the previous one. Payments
 * at the beginning of a period lag behind by one, and the first of them bears no interest.
 */
function repaid(r: number, n: number, present: number, start: number, end: number, due: 0 | 1, pay: number): number {
  if (end < start) return 0
  if (due === 1 && start === 1) return pay + repaid(r, n, present, 2, end, due, pay)
  const first = (-present * r) / expm1Of(n * log1pOf(r))
  const upTo = (period: number): number => expm1Of((period - due) * log1pOf(r)) / r
  return first * (upTo(end) - upTo(start - 1))
}

const cumulativeParams = [
  { ...rate, booleans: 'refuse', ranges: 'refuse' },
  { ...nper, booleans: 'refuse', ranges: 'refuse' },
  { ...pv, booleans: 'refuse', ranges: 'refuse' },
  { name: 'start_period', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
  { name: 'end_period', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
  { name: 'type', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
] as const

export const annuity: readonly FunctionDefinition[] = [
  define({
    name: 'FV',
    params: [rate, nper, pmt, optionalPv, type],
    body: (_context, r, n, pay, present, due) =>
      isLost(r, n) ? errors.div0 : futureValue(r, n, pay, present, timing(due)),
  }),
  define({
    name: 'PV',
    params: [rate, nper, pmt, optionalFv, type],
    body: (_context, r, n, pay, future, due) => presentValue(r, n, pay, future, timing(due)),
  }),
  define({
    name: 'PMT',
    params: [rate, nper, pv, optionalFv, type],
    body: (_context, r, n, present, future, due) => payment(r, n, present, future, timing(due)),
  }),
  define({
    name: 'NPER',
    params: [rate, pmt, pv, optionalFv, type],
    body: (_context, r, pay, present, future, due) => periods(r, pay, present, future, timing(due)),
  }),
  define({
    name: 'RATE',
    params: [nper, pmt, pv, optionalFv, type, { name: 'guess', kind: 'number', optional: true, default: 0.1 }],
    body: (_context, n, pay, present, future, due, guess) => interestRate(n, pay, present, future, timing(due), guess),
  }),
  define({
    name: 'IPMT',
    params: [rate, per, nper, pv, optionalFv, type],
    body: (_context, r, period, n, present, future, due) =>
      period < 1 || period >= n + 1 ? errors.num : interestPart(r, period, n, present, future, timing(due)),
  }),
  define({
    name: 'PPMT',
    params: [rate, per, nper, pv, optionalFv, type],
    body: (_context, r, period, n, present, future, due) => {
      if (period < 1 || period >= n + 1) return errors.num
      const pay = payment(r, n, present, future, timing(due))
      const interest = interestPart(r, period, n, present, future, timing(due))
      if (pay instanceof ExcelError) return pay
      return interest instanceof ExcelError ? interest : pay - interest
    },
  }),
  define({
    name: 'CUMIPMT',
    params: cumulativeParams,
    body: (_context, r, n, present, from, to, due) => cumulative(r, n, present, from, to, due, 'interest'),
  }),
  define({
    name: 'CUMPRINC',
    params: cumulativeParams,
    body: (_context, r, n, present, from, to, due) => cumulative(r, n, present, from, to, due, 'principal'),
  }),
  define({
    name: 'ISPMT',
    params: [rate, per, nper, pv],
    body: (_context, r, period, n, present) => (n === 0 ? errors.div0 : present * r * (period / n - 1)),
  }),
]
