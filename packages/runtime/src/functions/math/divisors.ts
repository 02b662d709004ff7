import { ExcelError, errors } from '../../values.ts'
import { type Argument, type CallContext, defineRepeating, type FunctionDefinition } from '../definition.ts'
import { strictNumbersOf } from './strict-numbers.ts'

/** Integers from here on are no longer exact. */
const limit = 2 ** 53

function gcd(a: number, b: number): number {
  let x = a
  let y = b
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

function lcm(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (a / gcd(a, b)) * b
}

function fold(
  context: CallContext,
  args: readonly Argument[],
  start: number,
  combine: (a: number, b: number) => number,
): number | ExcelError {
  const numbers = strictNumbersOf(context, args)
  if (numbers instanceof ExcelError) return numbers
  let result = start
  for (const number of numbers) {
    if (number < 0 || number >= limit) return errors.num
    result = combine(result, Math.trunc(number))
    if (result >= limit) return errors.num
  }
  return result
}

export const divisors: readonly FunctionDefinition[] = [
  defineRepeating({
    name: 'GCD',
    params: [],
    repeated: [{ name: 'number', kind: 'argument' }],
    body: (context, ...args) => fold(context, args, 0, gcd),
  }),
  defineRepeating({
    name: 'LCM',
    params: [],
    repeated: [{ name: 'number', kind: 'argument' }],
    body: (context, ...args) => fold(context, args, 1, lcm),
  }),
]
