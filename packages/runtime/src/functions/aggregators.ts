import { mean, variance } from '../numeric/moments.ts'
import { sumOf } from '../numeric/running-sum.ts'
import { median, modes } from '../numeric/order-statistics.ts'
import { type ExcelError, errors } from '../values.ts'

/**
 * The data that SUBTOTAL, AGGREGATE and the database functions reduce: the selected numbers, and the count of cells
 * that were not blank.
 */
export interface Selected {
  readonly numbers: readonly number[]
  readonly filled: number
}

type Aggregator = (selected: Selected) => number | ExcelError

function least(count: number, f: (numbers: readonly number[]) => number): Aggregator {
  return ({ numbers }) => (numbers.length < count ? errors.div0 : f(numbers))
}

/** Works for samples too large to be passed as arguments. */
function extreme(numbers: readonly number[], better: (value: number, best: number) => boolean): number {
  let best: number | undefined
  for (const value of numbers) if (best === undefined || better(value, best)) best = value
  return best ?? 0
}

export const aggregators = {
  average: least(1, mean),
  count: ({ numbers }) => numbers.length,
  countAll: ({ filled }) => filled,
  max: ({ numbers }) => extreme(numbers, (value, best) => value > best),
  min: ({ numbers }) => extreme(numbers, (value, best) => value < best),
  product: ({ numbers }) => (numbers.length === 0 ? 0 : numbers.reduce((product, value) => product * value, 1)),
  sampleDeviation: least(2, (numbers) => Math.sqrt(variance(numbers, 'sample'))),
  populationDeviation: least(1, (numbers) => Math.sqrt(variance(numbers, 'population'))),
  sum: ({ numbers }) => sumOf(numbers),
  sampleVariance: least(2, (numbers) => variance(numbers, 'sample')),
  populationVariance: least(1, (numbers) => variance(numbers, 'population')),
  median: ({ numbers }) => (numbers.length === 0 ? errors.num : median(numbers)),
  mode: ({ numbers }) => modes(numbers)[0] ?? errors.na,
} as const satisfies Record<string, Aggregator>

/**
 * SUBTOTAL and AGGREGATE use one pass, and round differently from VAR and DVAR: sums of the numbers and of their
 * squares, divided in this order.
 */
function inOnePass(numbers: readonly number[], of: 'sample' | 'population'): number {
  const n = numbers.length
  let total = 0
  let squares = 0
  for (const value of numbers) {
    total += value
    squares += value * value
  }
  const result = of === 'sample' ? (squares - (total * total) / n) / (n - 1) : (n * squares - total * total) / (n * n)
  return Math.max(result, 0)
}

/** In the order of SUBTOTAL's and AGGREGATE's function numbers, from 1. */
export const aggregatorsByNumber: readonly Aggregator[] = [
  aggregators.average,
  aggregators.count,
  aggregators.countAll,
  aggregators.max,
  aggregators.min,
  aggregators.product,
  least(2, (numbers) => Math.sqrt(inOnePass(numbers, 'sample'))),
  least(1, (numbers) => Math.sqrt(inOnePass(numbers, 'population'))),
  aggregators.sum,
  least(2, (numbers) => inOnePass(numbers, 'sample')),
  least(1, (numbers) => inOnePass(numbers, 'population')),
  aggregators.median,
  aggregators.mode,
]
