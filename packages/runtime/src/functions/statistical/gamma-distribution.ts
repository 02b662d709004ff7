import { gamma, logGamma, poissonTerm } from '../../numeric/gamma.ts'
import { inverseGamma, lowerGamma, upperGamma } from '../../numeric/incomplete-gamma.ts'
import { errors } from '../../values.ts'
import { type CallContext, define, type FunctionDefinition } from '../definition.ts'

const x = { name: 'x', kind: 'number' } as const
const alpha = { name: 'alpha', kind: 'number' } as const
const beta = { name: 'beta', kind: 'number' } as const
const probability = { name: 'probability', kind: 'number' } as const
const cumulative = { name: 'cumulative', kind: 'boolean' } as const
const freedom = { name: 'deg_freedom', kind: 'number' } as const

/** The number of terms grows with the square root of the shape; the inverse computes the series repeatedly. */
function chargeInverse({ charge }: CallContext, shape: number): void {
  charge(32 * Math.min(Math.sqrt(shape), MOST_TERMS))
}

const MOST_TERMS = 5_000_000

/** Density of the gamma distribution with scale 1. */
function density(a: number, at: number): number {
  if (at === 0) return a < 1 ? Number.POSITIVE_INFINITY : a === 1 ? 1 : 0
  // x^(a-1) e^-x / Γ(a), through the Poisson term of a for a < 1 and of a - 1 otherwise.
  return a < 1 ? (poissonTerm(a, at) * a) / at : poissonTerm(a - 1, at)
}

/** Degrees of freedom are truncated to integers from 1 to 10^10. */
function freedomOf(value: number): number | undefined {
  const n = Math.trunc(value)
  return n >= 1 && n <= 1e10 ? n : undefined
}

function chiSquareTail(at: number, degrees: number) {
  const n = freedomOf(degrees)
  return n === undefined || at < 0 ? errors.num : upperGamma(n / 2, at / 2)
}

function inverseChiSquare(context: CallContext, degrees: number, p: number, q: number) {
  const n = freedomOf(degrees)
  chargeInverse(context, n ?? 0)
  return n === undefined ? errors.num : 2 * inverseGamma(n / 2, p, q)
}

export const gammaDistribution: readonly FunctionDefinition[] = [
  define({
    name: 'GAMMA',
    params: [{ name: 'number', kind: 'number' }],
    body: (_context, at) => gamma(at),
  }),
  define({
    name: 'GAMMALN',
    aliases: ['GAMMALN.PRECISE'],
    params: [x],
    body: (_context, at) => (at <= 0 ? errors.num : logGamma(at)),
  }),
  define({
    name: 'GAMMA.DIST',
    aliases: ['GAMMADIST'],
    params: [x, alpha, beta, cumulative],
    body: (_context, at, shape, scale, upTo) => {
      if (at < 0 || shape <= 0 || scale <= 0) return errors.num
      return upTo ? lowerGamma(shape, at / scale) : density(shape, at / scale) / scale
    },
  }),
  define({
    name: 'GAMMA.INV',
    aliases: ['GAMMAINV'],
    params: [probability, alpha, beta],
    body: (context, p, shape, scale) => {
      if (p < 0 || p >= 1 || shape <= 0 || scale <= 0) return errors.num
      chargeInverse(context, shape)
      return inverseGamma(shape, p, 1 - p) * scale
    },
  }),
  define({
    name: 'CHISQ.DIST',
    params: [x, freedom, cumulative],
    body: (_context, at, degrees, upTo) => {
      const n = freedomOf(degrees)
      if (n === undefined || at < 0) return errors.num
      return upTo ? lowerGamma(n / 2, at / 2) : density(n / 2, at / 2) / 2
    },
  }),
  define({
    name: 'CHISQ.DIST.RT',
    aliases: ['CHIDIST'],
    params: [x, freedom],
    body: (_context, at, degrees) => chiSquareTail(at, degrees),
  }),
  define({
    name: 'CHISQ.INV',
    params: [probability, freedom],
    body: (context, p, degrees) => (p < 0 || p >= 1 ? errors.num : inverseChiSquare(context, degrees, p, 1 - p)),
  }),
  define({
    name: 'CHISQ.INV.RT',
    aliases: ['CHIINV'],
    params: [probability, freedom],
    body: (context, q, degrees) => (q <= 0 || q > 1 ? errors.num : inverseChiSquare(context, degrees, 1 - q, q)),
  }),
]
