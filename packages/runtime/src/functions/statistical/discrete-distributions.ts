import { binomialTerm, poissonTerm } from '../../numeric/gamma.ts'
import { incompleteBeta } from '../../numeric/incomplete-beta.ts'
import { upperGamma } from '../../numeric/incomplete-gamma.ts'
import { normalQuantile } from '../../numeric/error-function.ts'
import { type ExcelError, errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

/** A cumulative probability is a series with many terms. */
const STEPS_A_PROBABILITY = 64

const cumulative = { name: 'cumulative', kind: 'boolean' } as const
const trials = { name: 'trials', kind: 'number' } as const
const share = { name: 'probability_s', kind: 'number' } as const
const successes = { name: 'number_s', kind: 'number' } as const

/** P(X <= k) among n trials. */
function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0
  return k >= n ? 1 : incompleteBeta(n - k, k + 1, 1 - p, p)
}

function binomial(k: number, n: number, p: number, upTo: boolean): number | ExcelError {
  if (k < 0 || k > n || p < 0 || p > 1 || n > Number.MAX_SAFE_INTEGER) return errors.num
  return upTo ? binomialCdf(k, n, p) : binomialTerm(k, n - k, p, 1 - p)
}

/** Smallest k whose cumulative probability reaches alpha. */
function inverseBinomial({ charge }: CallContext, n: number, p: number, alpha: number): number | ExcelError {
  if (n < 0 || p <= 0 || p >= 1 || alpha <= 0 || alpha >= 1) return errors.num
  const spread = Math.sqrt(n * p * (1 - p))
  let k = Math.min(n, Math.max(0, Math.floor(n * p + spread * normalQuantile(alpha))))
  for (; k > 0 && binomialCdf(k - 1, n, p) >= alpha; k--) charge(STEPS_A_PROBABILITY)
  for (; k < n && binomialCdf(k, n, p) < alpha; k++) charge(STEPS_A_PROBABILITY)
  return k
}

function binomialRange({ charge }: CallContext, n: number, p: number, from: number, to: number): number | ExcelError {
  if (n < 0 || p < 0 || p > 1 || from < 0 || from > n || to < from || to > n) return errors.num
  if (to - from > 1000) return binomialCdf(to, n, p) - binomialCdf(from - 1, n, p)
  let sum = 0
  for (let k = from; k <= to; k++) {
    charge(1)
    sum += binomialTerm(k, n - k, p, 1 - p)
  }
  return sum
}

/** P of k failures before the r-th success. */
function negativeBinomial(k: number, r: number, p: number, upTo: boolean): number | ExcelError {
  if (k < 0 || r < 1 || p <= 0 || p >= 1) return errors.num
  if (upTo) return incompleteBeta(r, k + 1, p, 1 - p)
  return (r / (r + k)) * binomialTerm(r, k, p, 1 - p)
}

function poisson(k: number, mean: number, upTo: boolean): number | ExcelError {
  if (mean < 0) return errors.num
  if (mean === 0) return upTo || k === 0 ? 1 : 0
  return upTo ? upperGamma(k + 1, mean) : poissonTerm(k, mean)
}

/** C(a, x) C(b, n - x) / C(a + b, n) as a product of three binomial terms of equal p. */
function hypergeometricTerm(x: number, n: number, a: number, b: number): number {
  if (x < 0 || x > a || n - x > b || n - x < 0) return 0
  const p = n / (a + b)
  const q = 1 - p
  if (p === 0 || q === 0) return 1
  return (binomialTerm(x, a - x, p, q) * binomialTerm(n - x, b - (n - x), p, q)) / binomialTerm(n, a + b - n, p, q)
}

function hypergeometric(
  { charge }: CallContext,
  x: number,
  n: number,
  a: number,
  population: number,
  upTo: boolean,
): number | ExcelError {
  if (x < 0 || n < 0 || a < 0 || population < 0 || n > population || a > population) return errors.num
  if (population === 0) return x === 0 || upTo ? 1 : errors.num
  const b = population - a
  if (!upTo) {
    if (x > Math.min(n, a) || x < Math.max(0, n - b)) return errors.num
    return hypergeometricTerm(x, n, a, b)
  }
  let sum = 0
  for (let k = Math.max(0, n - b); k <= Math.min(x, n, a); k++) {
    charge(1)
    sum += hypergeometricTerm(k, n, a, b)
  }
  return Math.min(1, sum)
}

const hypergeometricParams = [
  { name: 'sample_s', kind: 'number' },
  { name: 'number_sample', kind: 'number' },
  { name: 'population_s', kind: 'number' },
  { name: 'number_pop', kind: 'number' },
] as const

const failures = { name: 'number_f', kind: 'number' } as const
const { floor, trunc } = Math

export const discreteDistributions: readonly FunctionDefinition[] = [
  define({
    name: 'BINOM.DIST',
    aliases: ['BINOMDIST'],
    params: [successes, trials, share, cumulative],
    body: (_context, k, n, p, upTo) => binomial(floor(k), floor(n), p, upTo),
  }),
  define({
    name: 'BINOM.DIST.RANGE',
    params: [trials, share, successes, { name: 'number_s2', kind: 'number', optional: true }],
    body: (context, n, p, from, to) => binomialRange(context, trunc(n), p, trunc(from), trunc(to ?? from)),
  }),
  define({
    name: 'BINOM.INV',
    aliases: ['CRITBINOM'],
    params: [trials, share, { name: 'alpha', kind: 'number' }],
    body: (context, n, p, alpha) => inverseBinomial(context, floor(n), p, alpha),
  }),
  define({
    name: 'NEGBINOM.DIST',
    params: [failures, successes, share, cumulative],
    body: (_context, k, r, p, upTo) => negativeBinomial(floor(k), floor(r), p, upTo),
  }),
  define({
    name: 'NEGBINOMDIST',
    params: [failures, successes, share],
    body: (_context, k, r, p) => negativeBinomial(floor(k), floor(r), p, false),
  }),
  define({
    name: 'POISSON.DIST',
    aliases: ['POISSON'],
    params: [{ name: 'x', kind: 'number' }, { name: 'mean', kind: 'number' }, cumulative],
    body: (_context, k, mean, upTo) => (k < 0 ? errors.num : poisson(trunc(k), mean, upTo)),
  }),
  define({
    name: 'HYPGEOM.DIST',
    params: [...hypergeometricParams, cumulative],
    body: (context, x, n, a, population, upTo) =>
      hypergeometric(context, trunc(x), trunc(n), trunc(a), trunc(population), upTo),
  }),
  define({
    name: 'HYPGEOMDIST',
    params: hypergeometricParams,
    body: (context, x, n, a, population) =>
      hypergeometric(context, trunc(x), trunc(n), trunc(a), trunc(population), false),
  }),
]
