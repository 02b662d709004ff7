import { studentDensity, studentQuantile, studentTail } from '../../numeric/student-t.ts'
import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const x = { name: 'x', kind: 'number' } as const
const freedom = { name: 'deg_freedom', kind: 'number' } as const
const probability = { name: 'probability', kind: 'number' } as const

function withFreedom(degrees: number, f: (n: number) => number | ExcelError): number | ExcelError {
  const n = Math.trunc(degrees)
  return n < 1 ? errors.num : f(n)
}

/** P(T > t) for any sign of t. */
function upperTail(t: number, n: number): number {
  return t >= 0 ? studentTail(t, n) : 1 - studentTail(-t, n)
}

function twoTailed(t: number, degrees: number): number | ExcelError {
  return withFreedom(degrees, (n) => (t < 0 ? errors.num : 2 * studentTail(t, n)))
}

export const studentT: readonly FunctionDefinition[] = [
  define({
    name: 'T.DIST',
    params: [x, freedom, { name: 'cumulative', kind: 'boolean' }],
    body: (_context, t, degrees, upTo) =>
      !upTo && Math.trunc(degrees) === 0
        ? errors.div0
        : withFreedom(degrees, (n) => (upTo ? upperTail(-t, n) : studentDensity(t, n))),
  }),
  define({
    name: 'T.DIST.RT',
    params: [x, freedom],
    body: (_context, t, degrees) => withFreedom(degrees, (n) => upperTail(t, n)),
  }),
  define({ name: 'T.DIST.2T', params: [x, freedom], body: (_context, t, degrees) => twoTailed(t, degrees) }),
  define({
    name: 'TDIST',
    params: [x, freedom, { name: 'tails', kind: 'number' }],
    body: (_context, t, degrees, tails) => {
      const sides = Math.trunc(tails)
      if (t < 0 || (sides !== 1 && sides !== 2)) return errors.num
      return withFreedom(degrees, (n) => sides * studentTail(t, n))
    },
  }),
  define({
    name: 'T.INV',
    params: [probability, freedom],
    body: (_context, p, degrees) => {
      if (p <= 0 || p >= 1) return errors.num
      return withFreedom(degrees, (n) => (p < 0.5 ? -studentQuantile(p, n) : studentQuantile(1 - p, n)))
    },
  }),
  define({
    name: 'T.INV.2T',
    aliases: ['TINV'],
    params: [probability, freedom],
    // Excel goes on beyond a probability of 1, on the other side of 0.
    body: (_context, p, degrees) =>
      p <= 0 || p >= 2
        ? errors.num
        : withFreedom(degrees, (n) => (p <= 1 ? studentQuantile(p / 2, n) : -studentQuantile(1 - p / 2, n))),
  }),
]
