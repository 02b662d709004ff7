import { expect, it } from 'vitest'
import { PowersOf, powerOf } from '../src/numeric/power.ts'

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
})

it('odd roots of negative numbers are negative', () => {
  expect(powerOf(-2, 1 / 3)).toBe(-powerOf(2, 1 / 3))
  expect(powerOf(-8, -1 / 3)).toBe(-0.5)
  expect(powerOf(-32, 0.2)).toBe(-2)
  expect(new PowersOf(-32).of(0.2)).toBe(-2)
})

it.each([0.5, 2 / 3, 0.7, 0.4, 0.333333, 1.5, -0.25, 1e-17])('a negative number has no power of %f', (exponent) => {
  expect(powerOf(-8, exponent)).toBeNaN()
})

/** Computed with 80 digits and rounded once. */
it.each([
  [1.05, 1 / 12, 1.0040741237836484],
  [1.0275, 7.25, 1.2173578804990905],
  [0.97, -13.5, 1.5086259973336718],
  [1.000001, 123_456.75, 1.1314010005365993],
  [123.456, -2.375, 1.078098696965509e-5],
  [0.5, 1000.5, 6.599170332783212e-302],
  [10, -300.25, 5.623413251903491e-301],
  [10, 308.25, 1.7782794100389228e308],
  [2, 1023.75, 1.5116737128319338e308],
  [1e-300, 0.37, 1.000000000000003e-111],
  [1.7e308, -0.999, 1.1961386606792637e-308],
  [3, -645.5, 1.0428697696416267e-308],
  [1 + 2 ** -52, 4.5e15 + 0.5, 2.7161100340870363],
  [0.9999999, 12_345_678.9, 0.29096044436167495],
  [7.25e-310, 0.81, 3.952517353018992e-251],
  [1.25, 1e-9, 1.0000000002231435],
  [42.5, 2.125, 2886.2003588991693],
  [1.01042, 68_465.5, 1.6871696042218574e308],
  [1.0105, 67_900.5, 1.0429182416181487e308],
])('%f ^ %f is rounded correctly, also if the logarithm of the base is kept', (base, exponent, expected) => {
  expect(powerOf(base, exponent)).toBe(expected)
  expect(new PowersOf(base).of(exponent)).toBe(expected)
})

it.each([
  [2, 1024.5, Infinity],
  [0.5, 1075.5, 0],
  [10, 308.26, Infinity],
  [1.5, 1e300, Infinity],
  [0.5, 1.5e301, 0],
  [1, 0.3, 1],
])('%f ^ %f ends at the ends of the numbers', (base, exponent, expected) => {
  expect(powerOf(base, exponent)).toBe(expected)
  expect(new PowersOf(base).of(exponent)).toBe(expected)
})
