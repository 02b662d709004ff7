import { comoments } from '../../numeric/moments.ts'
import { ExcelError, errors, type Grid } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'
import { pairsOf } from '../sample.ts'

type Moments = ReturnType<typeof comoments> & { readonly n: number }

/** Runs `f` on the moments of two samples, the dependent one first as in the calls; needs at least `least` pairs. */
function onMoments(
  ys: Grid,
  xs: Grid,
  least: number,
  f: (moments: Moments) => number | ExcelError,
): number | ExcelError {
  const pairs = pairsOf(ys, xs)
  if (pairs instanceof ExcelError) return pairs
  const n = pairs.xs.length
  return n < least ? errors.div0 : f({ ...comoments(pairs.ys, pairs.xs), n })
}

function correlation({ xx, yy, xy }: Moments): number | ExcelError {
  return xx === 0 || yy === 0 ? errors.div0 : xy / Math.sqrt(xx * yy)
}

/** Value at x of the regression line through the pairs. */
function lineAt({ xx, xy, meanX, meanY }: Moments, x: number): number | ExcelError {
  return xx === 0 ? errors.div0 : meanY + (xy / xx) * (x - meanX)
}

/** Standard error of the values predicted by the line. */
function standardError({ n, xx, yy, xy }: Moments): number | ExcelError {
  return xx === 0 ? errors.div0 : Math.sqrt((yy - (xy * xy) / xx) / (n - 2))
}

const first = { name: 'array1', kind: 'grid' } as const
const second = { name: 'array2', kind: 'grid' } as const
const knownYs = { name: "known_y's", kind: 'grid' } as const
const knownXs = { name: "known_x's", kind: 'grid' } as const

export const paired: readonly FunctionDefinition[] = [
  define({ name: 'CORREL', params: [first, second], body: (_c, ys, xs) => onMoments(ys, xs, 1, correlation) }),
  define({ name: 'PEARSON', params: [first, second], body: (_c, ys, xs) => onMoments(ys, xs, 1, correlation) }),
  define({
    name: 'RSQ',
    params: [knownYs, knownXs],
    body: (_c, ys, xs) =>
      onMoments(ys, xs, 1, (moments) => {
        const r = correlation(moments)
        return r instanceof ExcelError ? r : r * r
      }),
  }),
  define({
    name: 'COVARIANCE.P',
    aliases: ['COVAR'],
    params: [first, second],
    body: (_c, ys, xs) => onMoments(ys, xs, 1, ({ xy, n }) => xy / n),
  }),
  define({
    name: 'COVARIANCE.S',
    params: [first, second],
    body: (_c, ys, xs) => onMoments(ys, xs, 2, ({ xy, n }) => xy / (n - 1)),
  }),
  define({
    name: 'SLOPE',
    params: [knownYs, knownXs],
    body: (_c, ys, xs) => onMoments(ys, xs, 1, ({ xx, xy }) => (xx === 0 ? errors.div0 : xy / xx)),
  }),
  define({
    name: 'INTERCEPT',
    params: [knownYs, knownXs],
    body: (_c, ys, xs) => onMoments(ys, xs, 1, (moments) => lineAt(moments, 0)),
  }),
  define({
    name: 'STEYX',
    params: [knownYs, knownXs],
    body: (_c, ys, xs) => onMoments(ys, xs, 3, standardError),
  }),
  define({
    name: 'FORECAST.LINEAR',
    aliases: ['FORECAST'],
    params: [{ name: 'x', kind: 'number' }, knownYs, knownXs],
    body: (_c, x, ys, xs) => onMoments(ys, xs, 1, (moments) => lineAt(moments, x)),
  }),
]
