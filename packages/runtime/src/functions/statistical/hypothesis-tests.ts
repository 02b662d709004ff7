import { normalCdf, normalQuantile } from '../../numeric/error-function.ts'
import { upperGamma } from '../../numeric/incomplete-gamma.ts'
import { incompleteBeta } from '../../numeric/incomplete-beta.ts'
import { mean, squaredDeviations, variance } from '../../numeric/moments.ts'
import { studentQuantile, studentTail } from '../../numeric/student-t.ts'
import { ExcelError, errors, type Grid } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { errorIn, numbersIn, pairsOf } from '../sample.ts'

const first = { name: 'array1', kind: 'grid' } as const
const second = { name: 'array2', kind: 'grid' } as const

function bothSamples(a: Grid, b: Grid): { xs: number[]; ys: number[] } | ExcelError {
  const xs = numbersIn(a)
  if (xs instanceof ExcelError) return xs
  const ys = numbersIn(b)
  return ys instanceof ExcelError ? ys : { xs, ys }
}

/** Two-tailed probability that the variances of two samples differ by chance. */
function fTest(a: Grid, b: Grid): number | ExcelError {
  const samples = bothSamples(a, b)
  if (samples instanceof ExcelError) return samples
  const { xs, ys } = samples
  if (xs.length < 2 || ys.length < 2) return errors.div0
  const m = xs.length - 1
  const n = ys.length - 1
  const varianceX = variance(xs, 'sample')
  const varianceY = variance(ys, 'sample')
  if (varianceX === 0 || varianceY === 0) return errors.div0
  const mx = m * varianceX
  const ny = n * varianceY
  const x = mx / (mx + ny)
  const y = ny / (mx + ny)
  return 2 * Math.min(incompleteBeta(m / 2, n / 2, x, y), incompleteBeta(n / 2, m / 2, y, x))
}

function pairedTest(a: Grid, b: Grid, tails: number): number | ExcelError {
  const pairs = pairsOf(a, b)
  if (pairs instanceof ExcelError) return pairs
  const differences = pairs.xs.map((x, i) => x - (pairs.ys[i] ?? 0))
  const n = differences.length
  if (n < 2) return errors.div0
  const error = Math.sqrt(variance(differences, 'sample') / n)
  if (error === 0) return errors.div0
  return tails * studentTail(Math.abs(mean(differences)) / error, n - 1)
}

function twoSampleTest(a: Grid, b: Grid, tails: number, equalVariances: boolean): number | ExcelError {
  const samples = bothSamples(a, b)
  if (samples instanceof ExcelError) return samples
  const { xs, ys } = samples
  if (xs.length < 2 || ys.length < 2) return errors.div0
  const m = xs.length
  const n = ys.length
  const difference = Math.abs(mean(xs) - mean(ys))
  if (equalVariances) {
    const pooled = (squaredDeviations(xs) + squaredDeviations(ys)) / (m + n - 2)
    if (pooled === 0) return errors.div0
    return tails * studentTail(difference / Math.sqrt(pooled * (1 / m + 1 / n)), m + n - 2)
  }
  const sx = variance(xs, 'sample') / m
  const sy = variance(ys, 'sample') / n
  if (sx + sy === 0) return errors.div0
  const freedom = ((sx + sy) * (sx + sy)) / ((sx * sx) / (m - 1) + (sy * sy) / (n - 1))
  return tails * studentTail(difference / Math.sqrt(sx + sy), freedom)
}

function tTest(a: Grid, b: Grid, tails: number, type: number): number | ExcelError {
  if (tails !== 1 && tails !== 2) return errors.num
  if (type === 1) return pairedTest(a, b, tails)
  if (type !== 2 && type !== 3) return errors.num
  return twoSampleTest(a, b, tails, type === 2)
}

/** Independence of a table of counts from the expected ones. */
function chiSquareTest(actual: Grid, expected: Grid): number | ExcelError {
  const { rows, cols } = actual
  if (rows * cols !== expected.rows * expected.cols || rows * cols < 2) return errors.na
  const freedom = rows > 1 && cols > 1 ? (rows - 1) * (cols - 1) : Math.max(rows, cols) - 1
  const pairs = pairsOf(actual, expected)
  if (pairs instanceof ExcelError) return errorIn(actual) ?? pairs
  if (pairs.xs.length === 0) return errors.div0
  if (pairs.ys.includes(0)) return errors.div0
  let sum = 0
  for (const [i, a] of pairs.xs.entries()) {
    const e = pairs.ys[i] ?? 0
    if (e < 0) return errors.num
    sum += ((a - e) * (a - e)) / e
  }
  return upperGamma(freedom / 2, sum / 2)
}

function zTest(array: Grid, x: number, sigma: number | undefined): number | ExcelError {
  const sample = numbersIn(array)
  if (sample instanceof ExcelError) return sample
  if (sample.length === 0) return errors.na
  if (sigma !== undefined && sigma <= 0) return errors.num
  if (sample.length < 2) return errors.div0
  const spread = sigma ?? Math.sqrt(variance(sample, 'sample'))
  if (spread === 0) return errors.div0
  return normalCdf(-(mean(sample) - x) / (spread / Math.sqrt(sample.length)))
}

const confidenceParams = [
  { name: 'alpha', kind: 'number' },
  { name: 'standard_dev', kind: 'number' },
  { name: 'size', kind: 'number' },
] as const

export const hypothesisTests: readonly FunctionDefinition[] = [
  define({ name: 'F.TEST', aliases: ['FTEST'], params: [first, second], body: (_context, a, b) => fTest(a, b) }),
  define({
    name: 'T.TEST',
    aliases: ['TTEST'],
    params: [first, second, { name: 'tails', kind: 'number' }, { name: 'type', kind: 'number' }],
    body: (_context, a, b, tails, type) => tTest(a, b, Math.trunc(tails), Math.trunc(type)),
  }),
  define({
    name: 'CHISQ.TEST',
    aliases: ['CHITEST'],
    params: [
      { name: 'actual_range', kind: 'grid' },
      { name: 'expected_range', kind: 'grid' },
    ],
    body: (_context, actual, expected) => chiSquareTest(actual, expected),
  }),
  define({
    name: 'Z.TEST',
    aliases: ['ZTEST'],
    params: [
      { name: 'array', kind: 'grid' },
      { name: 'x', kind: 'number' },
      { name: 'sigma', kind: 'number', optional: true },
    ],
    body: (_context, array, x, sigma) => zTest(array, x, sigma),
  }),
  define({
    name: 'CONFIDENCE.NORM',
    aliases: ['CONFIDENCE'],
    params: confidenceParams,
    body: (_context, alpha, spread, size) => {
      const n = Math.trunc(size)
      if (alpha <= 0 || alpha >= 1 || spread <= 0 || n < 1) return errors.num
      return (normalQuantile(1 - alpha / 2) * spread) / Math.sqrt(n)
    },
  }),
  define({
    name: 'CONFIDENCE.T',
    params: confidenceParams,
    body: (_context, alpha, spread, size) => {
      const n = Math.trunc(size)
      if (alpha <= 0 || alpha >= 1 || spread <= 0 || n < 1) return errors.num
      return n === 1 ? errors.div0 : (studentQuantile(alpha / 2, n - 1) * spread) / Math.sqrt(n)
    },
  }),
]
