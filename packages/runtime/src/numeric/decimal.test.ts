import { expect, test } from 'vitest'
import { roundDecimal } from './decimal.ts'

/** The double that is so many steps above another positive one. */
function stepsFrom(x: number, steps: number): number {
  const numbers = Float64Array.of(x)
  const bits = new BigInt64Array(numbers.buffer)
  bits[0] = (bits[0] as bigint) + BigInt(steps)
  return numbers[0] as number
}

/** Half up by the first 15 digits, which are read from the number's text. */
const byText = (x: number) => Math.floor(Number(x.toPrecision(15)) + 0.5)

test.each([0, 1, 4, 9, 10, 99, 123, 999, 12_345, 999_999, 8_388_607, 123_456_789, 99_999_999_999, 49_999_999_999_999])(
  'numbers close to %i and a half are rounded by their first 15 digits',
  (whole) => {
    for (let steps = -32; steps <= 32; steps++) {
      const x = stepsFrom(whole + 0.5, steps)
      expect(roundDecimal(x, 0, 'nearest')).toBe(byText(x))
      expect(roundDecimal(-x, 0, 'nearest')).toBe(-byText(x))
    }
  },
)

test.each([7, 94, 101, 1234, 99_999, 12_345_678])(
  'numbers close to %i hundredths go by their first 15 digits',
  (count) => {
    const hundredths = count / 100
    for (let steps = -32; steps <= 32; steps++) {
      const x = stepsFrom(hundredths, steps)
      const spelt = Number(x.toPrecision(15))
      expect(roundDecimal(x, 2, 'down'), `${x} down`).toBe(spelt >= hundredths ? hundredths : (count - 1) / 100)
      expect(roundDecimal(x, 2, 'up'), `${x} up`).toBe(spelt <= hundredths ? hundredths : (count + 1) / 100)
    }
  },
)

test('just above a power of ten, half a unit of the 15th digit is a greater part of the number', () => {
  // Their first 15 digits are 1.00500000000000 and 101.000000000000.
  expect(roundDecimal(1.005 - 4.6e-15, 2, 'nearest')).toBe(1.01)
  expect(roundDecimal(101 + 4.5e-13, 0, 'up')).toBe(101)
  expect(roundDecimal(101 - 4.5e-13, 0, 'down')).toBe(101)
})

test('decimals that are stored a little below their midpoint are rounded up', () => {
  expect(roundDecimal(1.005, 2, 'nearest')).toBe(1.01)
  expect(roundDecimal(2.675, 2, 'nearest')).toBe(2.68)
  expect(roundDecimal(1.0049999999999, 2, 'nearest')).toBe(1)
  expect(roundDecimal(-8.325, 2, 'nearest')).toBe(-8.33)
})
