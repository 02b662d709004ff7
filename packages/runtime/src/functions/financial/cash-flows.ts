import { cellsOf } from '../../cells.ts'
import { hasBothSigns, internalRate, internalRateSteps } from '../../numeric/internal-rate.ts'
import { toNumber } from '../../coerce.ts'
import { ExcelError, errors, type Grid, isCatchable } from '../../values.ts'
import { type Argument, type CallContext, define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { numbersOf } from '../sample.ts'
import { amount } from './parameters.ts'
import { realPower } from '../../numeric/real-power.ts'

const guess = { name: 'guess', kind: 'number', optional: true, default: 0.1 } as const

/** Present value of flows at the ends of periods 1, 2, 3 … */
function netPresentValue(rate: number, flows: readonly number[]): number {
  let sum = 0
  let factor = 1
  for (const flow of flows) {
    factor *= 1 + rate
    sum += flow / factor
  }
  return sum
}

/** How near to 0 the value must be, of the sum of all flows; by Excel's results between 1.14e-8 and 1.98e-8. */
const CLOSE_VALUE = 1.6e-8
/** How small the interval must be. Excel's results allow no other round number. */
const SMALL_INTERVAL = 1e-8
/** What the guess 0 stands for, by the digits of Excel's results. */
const GUESS_FOR_ZERO = 1e-5

/**
 * The rate at which dated flows have a value of 0, by bisection as in Excel, so that the result has the same digits:
 * intervals are multiples of the guess, and bisection ends when both the interval and the value are small.
 */
function datedRate({ flows, years }: DatedFlows, start: number): number | ExcelError {
  const value = (rate: number): number =>
    flows.reduce((sum, flow, i) => sum + flow * realPower(1 + rate, -(years[i] ?? 0)), 0)
  const scale = flows.reduce((sum, flow) => sum + Math.abs(flow), 0)
  const found = changeOfSign(value, atTotalLoss(flows, years), start === 0 ? GUESS_FOR_ZERO : start)
  if (!found) return errors.num
  let { low, high } = found
  for (let round = 0; round < 100; round++) {
    const middle = low + (high - low) / 2
    const excess = value(middle)
    const isSmall = high - low <= SMALL_INTERVAL * (1 + Math.abs(low) + Math.abs(high))
    if (isSmall && Math.abs(excess) <= CLOSE_VALUE * scale) return middle
    if (excess > 0 === found.positiveAtLow) low = middle
    else high = middle
  }
  return errors.num
}

/** Sign of the value as the rate approaches -100 %, where the latest flows dominate. */
function atTotalLoss(flows: readonly number[], years: readonly number[]): number {
  const latest = Math.max(...years)
  return flows.reduce((sum, flow, i) => sum + (years[i] === latest ? flow : 0), 0)
}

interface SignChange {
  readonly low: number
  readonly high: number
  readonly positiveAtLow: boolean
}

/** The interval nearest to the guess in which the value changes its sign. */
function changeOfSign(value: (rate: number) => number, lowest: number, start: number): SignChange | undefined {
  for (const [low = 0, high = 0] of start < 0 ? intervalsBelow(start) : intervalsAround(start)) {
    if (high <= -1 || low < -1) continue
    const atLow = low === -1 ? lowest : value(low)
    const isPositiveAtHigh = value(high) > 0
    // Flows that add up to 0 are approached from the side of the guess.
    if (atLow > 0 !== isPositiveAtHigh || atLow === 0) return { low, high, positiveAtLow: !isPositiveAtHigh }
  }
  return undefined
}

function intervalsAround(start: number): readonly (readonly number[])[] {
  return [
    [0, start],
    [start, 2 * start],
    [-start, 0],
    [-1, -start],
    ...Array.from({ length: 30 }, (_, i) => [start * 2 ** (i + 1), start * 2 ** (i + 2)]),
    // Two rates below the negative guess leave its ends with the same sign: the one that is less of a loss is taken.
    ...Array.from({ length: 30 }, (_, i) => [(1 - start) / 2 ** (i + 1) - 1, (1 - start) / 2 ** i - 1]),
  ]
}

/** A negative guess finds negative rates only. */
function intervalsBelow(start: number): readonly (readonly number[])[] {
  return [
    [start, 0],
    [-1, start],
  ]
}

function modifiedRate(flows: readonly number[], finance: number, reinvest: number): number | ExcelError {
  const n = flows.length
  let gains = 0
  let costs = 0
  for (const [i, flow] of flows.entries()) {
    if (flow > 0) gains += flow * realPower(1 + reinvest, n - 1 - i)
    else if (flow < 0) costs += flow / realPower(1 + finance, i)
  }
  if (costs === 0 || n < 2 || !Number.isFinite(costs)) return errors.div0
  return realPower(-gains / costs, 1 / (n - 1)) - 1
}

interface DatedFlows {
  readonly flows: readonly number[]
  /** Years of 365 days since the first. */
  readonly years: readonly number[]
}

/**
 * Numbers of a range that must hold nothing else, for XNPV and XIRR, which report other values with different errors.
 */
function strictly(context: CallContext, grid: Grid, strange: 'any' | ExcelError): number[] | ExcelError {
  const numbers: number[] = []
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      const value = grid.at(row, col)
      if (strange !== 'any' && typeof value !== 'number' && !(value instanceof ExcelError)) return strange
      if (typeof value === 'boolean') return errors.value
      const number = toNumber(value, context)
      if (number instanceof ExcelError) return number
      numbers.push(number)
    }
  return numbers
}

function datedFlows(
  context: CallContext,
  values: Grid,
  dates: Grid,
  strange: 'any' | ExcelError,
): DatedFlows | ExcelError {
  // XNPV reports a text among the dates with another error than one among the values.
  if (strange !== 'any' && [...cellsOf(dates)].some((day) => typeof day === 'string')) return errors.value
  const days = strictly(context, dates, strange)
  if (days instanceof ExcelError) return days
  const flows = strictly(context, values, strange)
  if (flows instanceof ExcelError) return flows
  if (flows.length !== days.length) return errors.num
  // Where both cells are blank there is no flow.
  const paid = flows.flatMap((flow, i) => (i > 0 && flow === 0 && days[i] === 0 ? [] : [i]))
  const start = Math.trunc(days[0] ?? 0)
  if (paid.some((i) => (days[i] ?? 0) < 0 || Math.trunc(days[i] ?? 0) < start)) return errors.num
  return {
    flows: paid.map((i) => flows[i] ?? 0),
    years: paid.map((i) => (Math.trunc(days[i] ?? 0) - start) / 365),
  }
}

function flowsOf(context: CallContext, values: Argument): number[] | ExcelError {
  return numbersOf(context, [values])
}

export const cashFlows: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'NPV',
    params: [{ name: 'rate', kind: 'number' }],
    repeated: [{ name: 'value', kind: 'argument' }],
    body: (context, rate, ...args) => {
      const flows = numbersOf(context, args)
      if (flows instanceof ExcelError) return flows
      return rate === -1 ? errors.div0 : netPresentValue(rate, flows)
    },
  }),
  define({
    name: 'IRR',
    params: [{ name: 'values', kind: 'argument' }, guess],
    body: (context, values, start) => {
      const flows = flowsOf(context, values)
      if (flows instanceof ExcelError) return isCatchable(flows) ? errors.value : flows
      if (start <= -1) return errors.value
      const last = flows.length - 1
      if (!hasBothSigns(flows, 0, last)) return errors.num
      context.charge(internalRateSteps(flows.length))
      const rate = internalRate(flows, 0, last, start)
      return Number.isNaN(rate) ? errors.num : rate
    },
  }),
  define({
    name: 'MIRR',
    params: [
      { name: 'values', kind: 'argument' },
      { name: 'finance_rate', kind: 'number' },
      { name: 'reinvest_rate', kind: 'number' },
    ],
    body: (context, values, finance, reinvest) => {
      const flows = flowsOf(context, values)
      return flows instanceof ExcelError ? flows : modifiedRate(flows, finance, reinvest)
    },
  }),
  define({
    name: 'XNPV',
    params: [amount('rate'), { name: 'values', kind: 'grid' }, { name: 'dates', kind: 'grid' }],
    body: (context, rate, values, dates) => {
      const dated = datedFlows(context, values, dates, errors.num)
      if (dated instanceof ExcelError) return dated
      if (rate <= 0) return errors.num
      return dated.flows.reduce((sum, flow, i) => sum + flow / realPower(1 + rate, dated.years[i] ?? 0), 0)
    },
  }),
  define({
    name: 'XIRR',
    params: [
      { name: 'values', kind: 'grid' },
      { name: 'dates', kind: 'grid' },
      { ...guess, booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (context, values, dates, start) => {
      const dated = datedFlows(context, values, dates, 'any')
      if (dated instanceof ExcelError) return dated
      if (!hasBothSigns(dated.flows, 0, dated.flows.length - 1) || start <= -1) return errors.num
      context.charge(dated.flows.length * 60)
      return datedRate(dated, start)
    },
  }),
  define({
    name: 'FVSCHEDULE',
    params: [amount('principal'), { name: 'schedule', kind: 'grid' }],
    body: (_context, principal, schedule) => {
      let value = principal
      for (let row = 0; row < schedule.usedRows; row++)
        for (let col = 0; col < schedule.usedCols; col++) {
          const rate = schedule.at(row, col)
          if (rate instanceof ExcelError) return rate
          if (rate === null) continue
          if (typeof rate !== 'number') return errors.value
          value *= 1 + rate
        }
      return value
    },
  }),
]
