import { ascending, interpolated } from '../../numeric/order-statistics.ts'
import { roundDecimal } from '../../numeric/decimal.ts'
import { ExcelError, errors, type Grid, type Reference } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { numbersIn } from '../sample.ts'

type Ends = 'inclusive' | 'exclusive'

const array = { name: 'array', kind: 'grid' } as const
const k = { name: 'k', kind: 'number' } as const

/** Position 0 to n - 1 of the share `p` of a sample of n; NaN where an exclusive percentile has none. */
function positionOf(p: number, n: number, ends: Ends): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (ends === 'inclusive') return p * (n - 1)
  const position = p * (n + 1) - 1
  return position < 0 || position > n - 1 ? Number.NaN : position
}

export function percentile(sample: readonly number[], p: number, ends: Ends): number | ExcelError {
  if (sample.length === 0) return errors.num
  const position = positionOf(p, sample.length, ends)
  return Number.isNaN(position) ? errors.num : interpolated(ascending(sample), position)
}

export function quartile(sample: readonly number[], quart: number, ends: Ends): number | ExcelError {
  const quarter = Math.trunc(quart)
  const allowed = ends === 'inclusive' ? quart >= 0 && quarter <= 4 : quarter >= 1 && quarter <= 3
  return allowed ? percentile(sample, quarter / 4, ends) : errors.num
}

function onNumbers(grid: Grid, f: (sample: readonly number[]) => number | ExcelError): number | ExcelError {
  const sample = numbersIn(grid)
  return sample instanceof ExcelError ? sample : f(sample)
}

/** The share of a sample below x, interpolated, cut (not rounded) to `digits` digits. */
function percentRank(sample: readonly number[], x: number, digits: number, ends: Ends): number | ExcelError {
  if (sample.length === 0 || Math.trunc(digits) < 1) return errors.num
  const sorted = ascending(sample)
  const above = sorted.findIndex((value) => value >= x)
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

/** Place of a number in a list of cells, 1 for the largest (or the smallest), or the mean place of its equals. */
function rankIn(reference: Reference, x: number, order: number, ties: 'first' | 'mean'): number | ExcelError {
  let before = 0
  let equal = 0
  for (let area = 0; area < reference.areas.length; area++) {
    const sample = numbersIn(reference.grid(area))
    if (sample instanceof ExcelError) return sample
    for (const value of sample) {
      if (value === x) equal++
      else if (order === 0 ? value > x : value < x) before++
    }
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
      body: (_context, grid, p) => onNumbers(grid, (sample) => percentile(sample, p, ends)),
    }),
    define({
      name: `QUARTILE.${suffix}`,
      aliases: legacy('QUARTILE'),
      params: [array, { name: 'quart', kind: 'number' }],
      body: (_context, grid, quart) => onNumbers(grid, (sample) => quartile(sample, quart, ends)),
    }),
    define({
      name: `PERCENTRANK.${suffix}`,
      aliases: legacy('PERCENTRANK'),
      params: [array, x, digits],
      body: (_context, grid, value, places) => onNumbers(grid, (sample) => percentRank(sample, value, places, ends)),
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
    body: (_context, value, reference, order) => rankIn(reference, value, order, 'first'),
  }),
  define({
    name: 'RANK.AVG',
    params: rankParams,
    body: (_context, value, reference, order) => rankIn(reference, value, order, 'mean'),
  }),
]
