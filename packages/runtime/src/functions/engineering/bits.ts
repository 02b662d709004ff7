import { type ExcelError, errors } from '../../values.ts'
import { define, type FunctionDefinition } from '../definition.ts'

const limit = 2 ** 48
const half = 2 ** 24

function isBits(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < limit
}

/** JavaScript's operators work on 32 bits, so the 48 bits are split into two halves. */
function onHalves(a: number, b: number, f: (a: number, b: number) => number): number {
  const high = f(Math.floor(a / half), Math.floor(b / half))
  return high * half + f(a % half, b % half)
}

/** Shifts left for a positive amount, right for a negative one. */
function shift(value: number, amount: number): number | ExcelError {
  const by = Math.trunc(amount)
  if (!isBits(value) || Math.abs(by) > 53) return errors.num
  const result = by >= 0 ? value * 2 ** by : Math.floor(value / 2 ** -by)
  return result < limit ? result : errors.num
}

function bitwise(name: string, f: (a: number, b: number) => number): FunctionDefinition {
  return define({
    name,
    params: [
      { name: 'number1', kind: 'number' },
      { name: 'number2', kind: 'number' },
    ],
    body: (_context, a, b) => (isBits(a) && isBits(b) ? onHalves(a, b, f) : errors.num),
  })
}

const number = { name: 'number', kind: 'number' } as const
const amount = { name: 'shift_amount', kind: 'number' } as const

export const bits: readonly FunctionDefinition[] = [
  bitwise('BITAND', (a, b) => a & b),
  bitwise('BITOR', (a, b) => a | b),
  bitwise('BITXOR', (a, b) => a ^ b),
  define({ name: 'BITLSHIFT', params: [number, amount], body: (_context, value, by) => shift(value, by) }),
  define({ name: 'BITRSHIFT', params: [number, amount], body: (_context, value, by) => shift(value, -by) }),
]
