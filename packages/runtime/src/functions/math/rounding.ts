import { integerBelow, roundDecimal } from '../../numeric/decimal.ts'
import { errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const number = { name: 'number', kind: 'number' } as const
const digits = { name: 'num_digits', kind: 'number' } as const

/** The next multiple of two away from zero, shifted by `offset` (1 for odd numbers). */
function awayFromZero(x: number, offset: 0 | 1): number {
  const sign = x < 0 ? -1 : 1
  return sign * (Math.ceil((Math.abs(x) - offset) / 2) * 2 + offset)
}

export const rounding: readonly FunctionDefinition[] = [
  define({ name: 'ROUND', params: [number, digits], body: (_context, x, n) => roundDecimal(x, n, 'nearest') }),
  define({ name: 'ROUNDUP', params: [number, digits], body: (_context, x, n) => roundDecimal(x, n, 'up') }),
  define({ name: 'ROUNDDOWN', params: [number, digits], body: (_context, x, n) => roundDecimal(x, n, 'down') }),
  define({
    name: 'TRUNC',
    params: [number, { ...digits, optional: true, default: 0 }],
    body: (_context, x, n) => roundDecimal(x, n, 'down'),
  }),
  define({ name: 'INT', params: [number], body: (_context, x) => integerBelow(x) }),
  define({ name: 'EVEN', params: [number], body: (_context, x) => awayFromZero(x, 0) }),
  define({
    name: 'ODD',
    params: [number],
    body: (_context, x) => Math.max(Math.abs(awayFromZero(x, 1)), 1) * (x < 0 ? -1 : 1),
  }),
  define({
    name: 'MROUND',
    params: [
      { ...number, booleans: 'refuse', ranges: 'refuse' },
      { name: 'multiple', kind: 'number', booleans: 'refuse', ranges: 'refuse' },
    ],
    body: (_context, x, multiple) => {
      if (x === 0 || multiple === 0) return 0
      if (x < 0 !== multiple < 0) return errors.num
      return Math.floor(x / multiple + 0.5) * multiple
    },
  }),
]
