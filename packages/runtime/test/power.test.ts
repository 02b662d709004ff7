import { expect, it } from 'vitest'
import { powerOf } from '../src/numeric/power.ts'

/** Squares from the lowest binary digit up, with the digits of the exponent read from its text. */
function bySquares(base: number, exponent: number): number {
  let result = 1
  let square = base
  for (const digit of Math.abs(exponent).toString(2).split('').reverse()) {
    if (digit === '1') result *= square
    square *= square
  }
  return exponent < 0 ? 1 / result : result
}

it.each([0, 1, 2, 3, 12, 79, 360, 1023, 65_536, 2 ** 30 + 1, 2 ** 31 - 1, 2 ** 31])(
  'a power with the whole exponent %i is computed by squares, to the last digit',
  (exponent) => {
    for (const base of [1.0375, 0.97, -1.5, 2, 1 + 2 ** -31, 0.1, -1]) {
      expect(powerOf(base, exponent)).toBe(bySquares(base, exponent))
      expect(powerOf(base, -exponent)).toBe(bySquares(base, -exponent))
    }
  },
)

it('other exponents are left to the engine', () => {
  expect(powerOf(2, 0.5)).toBe(Math.SQRT2)
  expect(powerOf(1 + 2 ** -40, 2 ** 31 + 1)).toBe((1 + 2 ** -40) ** (2 ** 31 + 1))
  expect(powerOf(-8, 1 / 3)).toBeNaN()
})
