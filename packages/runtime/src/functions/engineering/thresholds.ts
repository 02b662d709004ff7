import { erf, erfc } from '../../numeric/error-function.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const x = { name: 'x', kind: 'number', booleans: 'refuse', ranges: 'refuse' } as const

export const thresholds: readonly FunctionDefinition[] = [
  define({
    name: 'DELTA',
    params: [
      { name: 'number1', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'number2', kind: 'number', optional: true, default: 0, booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (_context, a, b) => (a === b ? 1 : 0),
  }),
  define({
    name: 'GESTEP',
    params: [
      { name: 'number', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'step', kind: 'number', optional: true, default: 0, booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (_context, value, step) => (value >= step ? 1 : 0),
  }),
  define({
    name: 'ERF',
    params: [
      { name: 'lower_limit', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
      { name: 'upper_limit', kind: 'number', optional: true, booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (_context, from, to) => (to === undefined ? erf(from) : errorBetween(from, to)),
  }),
  define({ name: 'ERF.PRECISE', params: [x], body: (_context, at) => erf(at) }),
  define({ name: 'ERFC', params: [x], body: (_context, at) => erfc(at) }),
  define({ name: 'ERFC.PRECISE', params: [x], body: (_context, at) => erfc(at) }),
]

/** In the tails the complements differ where both function values round to 1. */
function errorBetween(from: number, to: number): number {
  if (from > 1 && to > 1) return erfc(from) - erfc(to)
  return from < -1 && to < -1 ? erfc(-to) - erfc(-from) : erf(to) - erf(from)
}
