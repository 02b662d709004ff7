import { ascending } from '../../numeric/order-statistics.ts'
import { sum } from '../../numeric/moments.ts'
import { ExcelError, errors, type Grid, Matrix, type Value } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { numbersIn, pairsOf } from '../sample.ts'

/**
 * The number of values at or below each bin and above the previous one; bins keep their order, and a duplicate bin gets
 * none.
 */
function frequency(data: Grid, bins: Grid): Value {
  const values = numbersIn(data)
  if (values instanceof ExcelError) return values
  const given = numbersIn(bins)
  if (given instanceof ExcelError) return given
  // Bins without a number are one bin at 0.
  const limits = given.length === 0 ? [0] : given
  const order = limits.map((_, index) => index).sort((a, b) => (limits[a] ?? 0) - (limits[b] ?? 0) || a - b)
  const sorted = ascending(values)
  const counts: number[] = Array.from({ length: limits.length + 1 }, () => 0)
  let at = 0
  for (const index of order) {
    const limit = limits[index] ?? 0
    const start = at
    while (at < sorted.length && (sorted[at] ?? 0) <= limit) at++
    counts[index] = at - start
  }
  counts[limits.length] = sorted.length - at
  return new Matrix(counts.length, 1, counts)
}

/** Probability of a value between two limits, given the probability of each value. */
function probability(xs: Grid, ps: Grid, from: number, to: number | undefined): number | ExcelError {
  const pairs = pairsOf(xs, ps)
  if (pairs instanceof ExcelError) return pairs
  const { xs: values, ys: shares } = pairs
  if (shares.length === 0) return errors.div0
  if (shares.some((share) => share <= 0 || share > 1)) return errors.num
  if (Math.abs(sum(shares) - 1) > 1e-7) return errors.num
  const upper = to ?? from
  return sum(shares.filter((_, i) => (values[i] ?? 0) >= from && (values[i] ?? 0) <= upper))
}

export const frequencies: readonly FunctionDefinition[] = [
  define({
    name: 'FREQUENCY',
    params: [
      { name: 'data_array', kind: 'grid', areas: 'joined' },
      { name: 'bins_array', kind: 'grid', areas: 'joined' },
    ],
    body: (_context, data, bins) => frequency(data, bins),
  }),
  define({
    name: 'PROB',
    params: [
      { name: 'x_range', kind: 'grid' },
      { name: 'prob_range', kind: 'grid' },
      { name: 'lower_limit', kind: 'number' },
      { name: 'upper_limit', kind: 'number', optional: true },
    ],
    body: (_context, xs, ps, from, to) => probability(xs, ps, from, to),
  }),
]
