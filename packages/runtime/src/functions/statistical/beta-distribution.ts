import { betaPower, incompleteBeta, inverseBeta } from '../../numeric/incomplete-beta.ts'
import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const x = { name: 'x', kind: 'number' } as const
const alpha = { name: 'alpha', kind: 'number' } as const
const beta = { name: 'beta', kind: 'number' } as const
const lower = { name: 'A', kind: 'number', optional: true, default: 0 } as const
const upper = { name: 'B', kind: 'number', optional: true, default: 1 } as const

function density(a: number, b: number, at: number): number {
  if (at === 0) return a < 1 ? Number.NaN : a === 1 ? b : 0
  if (at === 1) return b < 1 ? Number.NaN : b === 1 ? a : 0
  return betaPower(a, b, at, 1 - at) / (at * (1 - at))
}

function distribution(at: number, a: number, b: number, upTo: boolean, from: number, to: number): number | ExcelError {
  if (a <= 0 || b <= 0 || at < from || at > to || from === to) return errors.num
  const share = (at - from) / (to - from)
  return upTo ? incompleteBeta(a, b, share, (to - at) / (to - from)) : density(a, b, share) / (to - from)
}

export const betaDistribution: readonly FunctionDefinition[] = [
  define({
    name: 'BETA.DIST',
    params: [x, alpha, beta, { name: 'cumulative', kind: 'boolean' }, lower, upper],
    body: (_context, at, a, b, upTo, from, to) => distribution(at, a, b, upTo, from, to),
  }),
  define({
    name: 'BETADIST',
    params: [x, alpha, beta, lower, upper],
    body: (_context, at, a, b, from, to) => distribution(at, a, b, true, from, to),
  }),
  define({
    name: 'BETA.INV',
    aliases: ['BETAINV'],
    params: [{ name: 'probability', kind: 'number' }, alpha, beta, lower, upper],
    body: (_context, p, a, b, from, to) => {
      if (a <= 0 || b <= 0 || p <= 0 || p >= 1 || from >= to) return errors.num
      return from + (to - from) * inverseBeta(a, b, p, 1 - p).x
    },
  }),
]
