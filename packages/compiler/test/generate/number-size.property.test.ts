import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isWithin,
  KEPT,
  NORMAL,
  type NumberSize,
  powerSize,
  productSize,
  quotientSize,
  roundedSize,
  sizeOf,
  sumSize,
  wholeSize,
} from '../../src/5-generate/number-size.ts'

const SMALLEST_NORMAL = 2.2250738585072014e-308

/** Numbers of all sizes, among them neighbours and multiples of each other, which cancel. */
const number = fc.oneof(
  fc
    .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -307, max: 307 }), fc.boolean())
    .map(([digits, exponent, isNegative]) => Number(`${isNegative ? '-' : ''}${digits}e${exponent}`)),
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.constantFrom(0, 1, -1, 0.5, 1 + 2 ** -52, 1 - 2 ** -53, SMALLEST_NORMAL, Number.MAX_VALUE, 1e-200, 1e200),
)
const pair = fc.oneof(
  fc.tuple(number, number),
  number.map((a) => [a, -a * (1 + 2 ** -52)] as const),
  number.map((a) => [a, a / 2] as const),
)

/** A result that a cell cannot hold must be among those that are examined. */
function expectWithin(value: number, size: NumberSize, of: string): void {
  const log = Math.log10(Math.abs(value))
  const isWithinSize = value === 0 || (log >= size.least - 1e-6 && log <= size.most + 1e-6)
  const holds = isInCell(value) ? isWithinSize : !isWithin(size, NORMAL)
  expect(holds, `${of} = ${value} in ${size.least} to ${size.most}`).toBe(true)
}

function isInCell(value: number): boolean {
  return value === 0 || (Number.isFinite(value) && Math.abs(value) >= SMALLEST_NORMAL)
}

function expectPairs(holds: (a: number, b: number) => void): void {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      if (isInCell(a) && isInCell(b)) holds(a, b)
    }),
    { seed: 7, numRuns: 20_000 },
  )
}

describe('what is known of the size of a result', () => {
  it('holds for sums, also with a constant', () => {
    expectPairs((a, b) => {
      for (const constant of [undefined, a, b])
        expectWithin(a + b, sumSize(sizeOf(a), sizeOf(b), constant), `${a}+${b}`)
    })
  })

  it('holds for products and quotients', () => {
    expectPairs((a, b) => {
      const product = productSize(sizeOf(a), sizeOf(b))
      expectWithin(a * b, product, `${a}*${b}`)
      const isLost = a * b === 0 && a !== 0 && b !== 0
      expect(isLost && product.least >= NORMAL.least).toBe(false)
      for (const divisor of [undefined, b])
        expectWithin(a / b, quotientSize(sizeOf(a), sizeOf(b), divisor), `${a}/${b}`)
    })
  })

  it('holds for powers and whole numbers', () => {
    expectPairs((a, b) => {
      const power = Math.abs(a) ** b
      if (a !== 0) expectWithin(power, powerSize(sizeOf(a), b), `${a}^${b}`)
      expectWithin(Math.floor(a), wholeSize(sizeOf(a)), `floor(${a})`)
    })
  })

  it('says that a result may be too small or too large wherever it can be', () => {
    const [isSmall, isLarge] = [
      ({ least }: NumberSize) => least < NORMAL.least,
      ({ most }: NumberSize) => most > NORMAL.most,
    ]
    expect(isSmall(productSize(KEPT, KEPT))).toBe(false)
    expect(isSmall(productSize(NORMAL, KEPT))).toBe(true)
    expect(isLarge(productSize(NORMAL, KEPT))).toBe(true)
    expect(isLarge(sumSize(NORMAL, NORMAL, undefined))).toBe(true)
    expect(isLarge(sumSize(NORMAL, sizeOf(1), 1))).toBe(false)
    expect(isLarge(quotientSize(sizeOf(1), KEPT, undefined))).toBe(true)
    expect(isLarge(quotientSize(KEPT, sizeOf(0), 0))).toBe(true)
    expect(isLarge(wholeSize(quotientSize(KEPT, KEPT, undefined)))).toBe(true)
    expect(isSmall(roundedSize(12))).toBe(false)
  })
})
