import { type ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { roundDecimal } from '../../numeric/decimal.ts'
import { realPower } from '../../numeric/real-power.ts'

const cost = { name: 'cost', kind: 'number' } as const
const salvage = { name: 'salvage', kind: 'number' } as const
const life = { name: 'life', kind: 'number' } as const
const period = { name: 'period', kind: 'number' } as const
const factor = { name: 'factor', kind: 'number', optional: true, default: 2 } as const

/** Part of the first period counts as all of it. */
function wholePeriod(at: number): number {
  return at > 0 ? Math.max(1, Math.trunc(at)) : 0
}

/** A fixed rate of the remaining value, rounded to three places; the first and last year count by months. */
function fixedDeclining(
  context: CallContext,
  value: number,
  rest: number,
  years: number,
  year: number,
  months: number,
): number | ExcelError {
  if (value < 0 || rest < 0 || years <= 0 || year < 1 || months < 1 || months > 12) return errors.num
  if (year > years + (months < 12 ? 1 : 0)) return errors.num
  if (value === 0) return 0
  const rate = roundDecimal(1 - realPower(rest / value, 1 / years), 3, 'nearest')
  let total = (value * rate * months) / 12
  if (year === 1) return total
  context.charge(Math.min(year, years))
  for (let i = 2; i < year && i <= years; i++) total += (value - total) * rate
  const share = year > years ? (12 - months) / 12 : 1
  return (value - total) * rate * share
}

/**
 * Remaining value after a number of periods (possibly fractional) of declining balance, never below the salvage value.
 */
function doubleDeclining(value: number, rest: number, periods: number, at: number, multiple: number): number {
  const rate = Math.min(1, multiple / periods)
  const before = at === 1 && rate === 1 ? value : value * realPower(1 - rate, at - 1)
  const after = value * realPower(1 - rate, at)
  return Math.max(0, before - Math.max(after, rest))
}

/**
 * Declining balance over part of the life, switching to straight-line depreciation of the rest once that is larger.
 * With a switch Excel counts periods from the start: if that is fractional, the first one is shorter.
 */
function variableDeclining(
  value: number,
  rest: number,
  periods: number,
  from: number,
  to: number,
  multiple: number,
  keepDeclining: boolean,
): number {
  let left = value
  let sum = 0
  let straight: number | undefined
  for (let at = 0, length = keepDeclining ? 1 : from % 1 || 1; at < to; at += length, length = 1) {
    let whole = Math.min((left * multiple) / periods, Math.max(0, left - rest))
    if (!keepDeclining) {
      const equal = (left - rest) / (periods - at)
      straight ??= equal > whole && whole >= 0 ? Math.max(0, equal) : undefined
      if (straight !== undefined) whole = straight
    }
    const over = (part: number): number => Math.min(whole * part, Math.max(0, left - rest))
    sum += over(Math.max(0, Math.min(at + length, to) - Math.max(at, from)))
    left -= over(length)
  }
  return sum
}

export const depreciation: readonly FunctionDefinition[] = [
  define({
    name: 'SLN',
    params: [cost, salvage, life],
    body: (_context, value, rest, years) => (years === 0 ? errors.div0 : (value - rest) / years),
  }),
  define({
    name: 'SYD',
    params: [cost, salvage, life, { name: 'per', kind: 'number' }],
    body: (_context, value, rest, years, year) => {
      if (rest < 0 || years <= 0 || year <= 0 || year > years) return errors.num
      return ((value - rest) * (years - year + 1) * 2) / (years * (years + 1))
    },
  }),
  define({
    name: 'DB',
    params: [cost, salvage, life, period, { name: 'month', kind: 'number', optional: true, default: 12 }],
    body: (context, value, rest, years, year, months) =>
      fixedDeclining(context, value, rest, years, wholePeriod(year), Math.trunc(months)),
  }),
  define({
    name: 'DDB',
    params: [cost, salvage, life, period, factor],
    body: (_context, value, rest, years, year, multiple) => {
      if (value < 0 || rest < 0 || years <= 0 || year <= 0 || year > years || multiple <= 0) return errors.num
      return doubleDeclining(value, rest, years, Math.max(1, year), multiple)
    },
  }),
  define({
    name: 'VDB',
    params: [
      cost,
      salvage,
      life,
      { name: 'start_period', kind: 'number' },
      { name: 'end_period', kind: 'number' },
      factor,
      { name: 'no_switch', kind: 'boolean', optional: true, default: false },
    ],
    body: (context, value, rest, years, from, to, multiple, keepDeclining) => {
      if (value < 0 || rest < 0 || years <= 0 || from < 0 || to < from || to > years || multiple <= 0) return errors.num
      context.charge(to)
      return variableDeclining(value, rest, years, from, to, multiple, keepDeclining)
    },
  }),
]
