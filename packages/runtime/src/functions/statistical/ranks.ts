import { interpolated } from '../../numeric/order-statistics.ts'
import { roundDecimal } from '../../numeric/decimal.ts'
import { ExcelError, errors, type Grid, type Reference } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'
import { countBelow, sortedNumbers } from './sorted-sample.ts'

type Ends = 'inclusive' | 'exclusive'

const array = { name: 'array', kind: 'grid', areas: 'joined' } as const
const k = { name: 'k', kind: 'number' } as const

/** Position 0 to n - 1 of the fraction `p` of a sample of n; NaN if an exclusive percentile has none. */
function positionOf(p: number, n: number, ends: Ends): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (ends === 'inclusive') return p * (n - 1)
  const position = p * (n + 1) - 1
  return position < 0 || position > n - 1 ? Number.NaN : position
}

/** The value at a rank, from 1, counted from the smallest (or the largest) of a sample in ascending order. */
export function atRank(sorted: readonly number[], rank: number, from: 'smallest' | 'largest'): number | ExcelError {
  if (rank < 1 || rank > sorted.length) return errors.num
  return sorted[Math.floor(from === 'smallest' ? rank - 1 : sorted.length - rank)] ?? errors.num
}

/** Takes a sample in ascending order. */
export function percentile(sorted: readonly number[], p: number, ends: Ends): number | ExcelError {
  if (sorted.length === 0) return errors.num
  const position = positionOf(p, sorted.length, ends)
  return Number.isNaN(position) ? errors.num : interpolated(sorted, position)
}

/** Takes a sample in ascending order. */
export function quartile(sorted: readonly number[], quart: number, ends: Ends): number | ExcelError {
  const quarter = Math.trunc(quart)
  const allowed = ends === 'inclusive' ? quart >= 0 && quarter <= 4 : quarter >= 1 && quarter <= 3
  return allowed ? percentile(sorted, quarter / 4, ends) : errors.num
}

function onSorted(
  context: CallContext,
  grid: Grid,
  f: (sorted: readonly number[]) => number | ExcelError,
): number | ExcelError {
  const sorted = sortedNumbers(context, grid)
  return sorted instanceof ExcelError ? sorted : f(sorted)
}

/** The fraction of a sample below x, interpolated, truncated (not rounded) to `digits` digits. */
function percentRank(sorted: readonly number[], x: number, digits: number, ends: Ends): number | ExcelError {
  if (sorted.length === 0 || Math.trunc(digits) < 1) return errors.num
  const above = countBelow(sorted, x, false)
  const upper = sorted[above]
  if (upper === undefined || (above === 0 && upper > x)) return errors.na
  const lower = sorted[above - 1] ?? upper
  const position = upper === x ? above : above - 1 + (x - lower) / (upper - lower)
  const share = ends === 'inclusive' ? shareInclusive(position, sorted.length) : (position + 1) / (sorted.length + 1)
  return roundDecimal(share, digits, 'down')
}

function shareInclusive(position: number, n: number): number {
  return n === 1 ? 1 : position / (n - 1)
}

/** Rank of a number in a list of cells, 1 for the largest (or the smallest), or the mean rank of its ties. */
function rankIn(
  context: CallContext,
  reference: Reference,
  x: number,
  order: number,
  ties: 'first' | 'mean',
): number | ExcelError {
  let before = 0
  let equal = 0
  for (let area = 0; area < reference.areas.length; area++) {
    const sorted = sortedNumbers(context, reference.grid(area))
    if (sorted instanceof ExcelError) return sorted
    const below = countBelow(sorted, x, false)
    const notAbove = countBelow(sorted, x, true)
    equal += notAbove - below
    before += order === 0 ? sorted.length - notAbove : below
  }
  if (equal === 0) return errors.na
  return ties === 'first' ? before + 1 : before + (equal + 1) / 2
}

const rankParams = [
  { name: 'number', kind: 'number' },
  { name: 'ref', kind: 'reference' },
  { name: 'order', kind: 'number', optional: true, default: 0 },
] as const
const digits = { name: 'significance', kind: 'number', optional: true, default: 3 } as const
const x = { name: 'x', kind: 'number' } as const

function percentileFamily(ends: Ends, suffix: string, legacy: (name: string) => readonly string[]) {
  return [
    define({
      name: `PERCENTILE.${suffix}`,
      aliases: legacy('PERCENTILE'),
      params: [array, k],
      body: (context, grid, p) => onSorted(context, grid, (sorted) => percentile(sorted, p, ends)),
    }),
    define({
      name: `QUARTILE.${suffix}`,
      aliases: legacy('QUARTILE'),
      params: [array, { name: 'quart', kind: 'number' }],
      body: (context, grid, quart) => onSorted(context, grid, (sorted) => quartile(sorted, quart, ends)),
    }),
    define({
      name: `PERCENTRANK.${suffix}`,
      aliases: legacy('PERCENTRANK'),
      params: [array, x, digits],
      body: (context, grid, value, places) =>
        onSorted(context, grid, (sorted) => percentRank(sorted, value, places, ends)),
    }),
  ]
}

export const ranks: readonly FunctionDefinition[] = [
  ...percentileFamily('inclusive', 'INC', (name) => [name]),
  ...percentileFamily('exclusive', 'EXC', () => []),
  define({
    name: 'RANK.EQ',
    aliases: ['RANK'],
    params: rankParams,
    body: (context, value, reference, order) => rankIn(context, reference, value, order, 'first'),
  }),
  define({
    name: 'RANK.AVG',
    params: rankParams,
    body: (context, value, reference, order) => rankIn(context, reference, value, order, 'mean'),
  }),
]
