import { wholeNumber } from '../../numeric/whole-number.ts'
import { factorial } from '../../numeric/gamma.ts'
import { choose } from '../../numeric/choose.ts'
import { ExcelError, errors } from '../../values.ts'
import { define, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { strictNumbersOf } from './strict-numbers.ts'
import { realPower } from '../../numeric/real-power.ts'

const number = { name: 'number', kind: 'number' } as const
const chosen = { name: 'number_chosen', kind: 'number' } as const

/** n (n - 2) (n - 4) … */
function doubleFactorial(n: number): number {
  let product = 1
  for (let i = n; i > 1; i -= 2) product *= i
  return product
}

function permutations(n: number, k: number): number {
  let product = 1
  for (let i = 0; i < k && product !== Number.POSITIVE_INFINITY; i++) product *= n - i
  return product
}

function multinomial(numbers: readonly number[]): number | ExcelError {
  let result = 1
  let total = 0
  for (const value of numbers) {
    if (value < 0) return errors.num
    const n = Math.trunc(value)
    total += n
    result *= choose(total, n)
  }
  return result
}

export const combinatorics: readonly FunctionDefinition[] = [
  define({ name: 'FACT', params: [number], body: (_context, x) => (x < 0 ? errors.num : factorial(wholeNumber(x))) }),
  define({
    name: 'FACTDOUBLE',
    params: [{ ...number, booleans: 'refuse', ranges: 'refuse' }],
    body: (_context, x) => {
      const n = Math.trunc(x)
      if (x < -1) return errors.num
      return n > 300 ? errors.num : doubleFactorial(n)
    },
  }),
  define({
    name: 'COMBIN',
    params: [number, chosen],
    body: (_context, x, y) => {
      const n = Math.trunc(x)
      const k = Math.trunc(y)
      return n < 0 || k < 0 || n < k ? errors.num : choose(n, k)
    },
  }),
  define({
    name: 'COMBINA',
    params: [number, chosen],
    body: (_context, x, y) => {
      const n = Math.trunc(x)
      const k = Math.trunc(y)
      if (n < 0 || k < 0) return errors.num
      if (n === 0) return k === 0 ? 1 : errors.num
      return choose(n + k - 1, k)
    },
  }),
  define({
    name: 'PERMUT',
    params: [number, chosen],
    body: (_context, x, y) => {
      const n = Math.trunc(x)
      const k = Math.trunc(y)
      return n < 0 || k < 0 || n < k ? errors.num : permutations(n, k)
    },
  }),
  define({
    name: 'PERMUTATIONA',
    params: [number, chosen],
    body: (_context, x, y) => {
      const n = Math.trunc(x)
      const k = Math.trunc(y)
      return n < 0 || k < 0 ? errors.num : realPower(n, k)
    },
  }),
  defineRepeating({
    name: 'MULTINOMIAL',
    params: [],
    repeated: [{ name: 'number', kind: 'argument' }],
    body: (context, ...args) => {
      const numbers = strictNumbersOf(context, args)
      return numbers instanceof ExcelError ? numbers : multinomial(numbers)
    },
  }),
]
