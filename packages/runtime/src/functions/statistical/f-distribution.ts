import { betaPower, incompleteBeta, inverseBeta } from '../../numeric/incomplete-beta.ts'
import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const x = { name: 'x', kind: 'number' } as const
const freedom1 = { name: 'deg_freedom1', kind: 'number' } as const
const freedom2 = { name: 'deg_freedom2', kind: 'number' } as const
const probability = { name: 'probability', kind: 'number' } as const

function withFreedom(
  first: number,
  second: number,
  f: (m: number, n: number) => number | ExcelError,
): number | ExcelError {
  const m = Math.trunc(first)
  const n = Math.trunc(second)
  return m < 1 || n < 1 || m >= 1e10 || n >= 1e10 ? errors.num : f(m, n)
}

/** P(F > x). */
export function fTail(at: number, m: number, n: number): number {
  const total = n + m * at
  return incompleteBeta(n / 2, m / 2, n / total, (m * at) / total)
}

function fCdf(at: number, m: number, n: number): number {
  const total = n + m * at
  return incompleteBeta(m / 2, n / 2, (m * at) / total, n / total)
}

function fDensity(at: number, m: number, n: number): number {
  if (at === 0) return m === 1 ? Number.NaN : m === 2 ? 1 : 0
  const total = n + m * at
  return betaPower(m / 2, n / 2, (m * at) / total, n / total) / at
}

function fInverse(p: number, q: number, m: number, n: number): number {
  const { x: share, y: rest } = inverseBeta(m / 2, n / 2, p, q)
  return (n * share) / (m * rest)
}

export const fDistribution: readonly FunctionDefinition[] = [
  define({
    name: 'F.DIST',
    params: [x, freedom1, freedom2, { name: 'cumulative', kind: 'boolean' }],
    body: (_context, at, first, second, upTo) =>
      at < 0 ? errors.num : withFreedom(first, second, (m, n) => (upTo ? fCdf(at, m, n) : fDensity(at, m, n))),
  }),
  define({
    name: 'F.DIST.RT',
    aliases: ['FDIST'],
    params: [x, freedom1, freedom2],
    body: (_context, at, first, second) =>
      at < 0 ? errors.num : withFreedom(first, second, (m, n) => fTail(at, m, n)),
  }),
  define({
    name: 'F.INV',
    params: [probability, freedom1, freedom2],
    body: (_context, p, first, second) =>
      p < 0 || p >= 1 ? errors.num : withFreedom(first, second, (m, n) => fInverse(p, 1 - p, m, n)),
  }),
  define({
    name: 'F.INV.RT',
    aliases: ['FINV'],
    params: [probability, freedom1, freedom2],
    body: (_context, q, first, second) =>
      q <= 0 || q > 1 ? errors.num : withFreedom(first, second, (m, n) => fInverse(1 - q, q, m, n)),
  }),
]
