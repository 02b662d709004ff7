import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Conversion, numberToText, textToNumber, toBoolean, toNumber, toText } from '../src/coerce.ts'
import { compareNumbers, compareValues, equalValues } from '../src/compare.ts'
import { ExcelError, errors, type Scalar } from '../src/values.ts'

/** 2026-01-15 10:30 */
const context: Conversion = { date1904: false, locale: 'en-US', now: () => 46_037.4375 }
const runs = { seed: 20_260_115, numRuns: 2000 }

/** Beyond these powers of ten Excel writes one digit less. */
const finite = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e98, max: 1e98 })
  .map((value) => (Math.abs(value) < 1e-98 ? 0 : value))
const ordinary: fc.Arbitrary<Scalar> = fc.oneof(finite, fc.string(), fc.boolean(), fc.constant(null))

describe('laws of coercion', () => {
  test('a number survives the way through text to 15 digits', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const back = textToNumber(numberToText(value), context)
        expect(back).toBeDefined()
        expect(compareNumbers(back ?? Number.NaN, value)).toBe(0)
      }),
      runs,
    )
  })

  test('text of a number is at most 20 characters plain, or scientific', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const text = numberToText(value).replace(/^-/, '')
        expect(/^(?:\d{1,20}|\d+\.\d+|\d(?:\.\d+)?E[+-]\d{2,3})$/.test(text)).toBe(true)
        expect(text.replace(/E.*|\D/g, '').replace(/^0+|0+$/g, '').length).toBeLessThanOrEqual(15)
      }),
      runs,
    )
  })

  test('every ordinary value has a text, and coercing that text again changes nothing', () => {
    fc.assert(
      fc.property(ordinary, (value) => {
        const text = toText(value, context)
        expect(typeof text).toBe('string')
        expect(toText(text, context)).toBe(text)
      }),
      runs,
    )
  })

  test('coercion gives the type asked for or an error, never anything else', () => {
    fc.assert(
      fc.property(ordinary, (value) => {
        const number = toNumber(value, context)
        expect(number instanceof ExcelError || Number.isFinite(number)).toBe(true)
        const truth = toBoolean(value)
        expect(truth instanceof ExcelError || typeof truth === 'boolean').toBe(true)
      }),
      runs,
    )
  })

  test('errors pass through unchanged', () => {
    for (const error of Object.values(errors)) {
      expect(toNumber(error, context)).toBe(error)
      expect(toText(error, context)).toBe(error)
      expect(toBoolean(error)).toBe(error)
    }
  })

  test('a percentage, a negative in parentheses and a thousands separator change the number as they say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (value) => {
        const grouped = value.toLocaleString('en-US')
        expect(textToNumber(grouped, context)).toBe(value)
        expect(textToNumber(`(${grouped})`, context)).toBe(value === 0 ? -0 : -value)
        expect(textToNumber(`$${grouped}`, context)).toBe(value)
        expect(textToNumber(`${value}%`, context)).toBe(value / 100)
      }),
      runs,
    )
  })
})

describe('laws of comparison', () => {
  test('comparing the other way round turns the sign', () => {
    fc.assert(
      fc.property(ordinary, ordinary, (left, right) => {
        expect(Math.sign(compareValues(left, right))).toBe(-Math.sign(compareValues(right, left)) + 0)
      }),
      runs,
    )
  })

  test('a value equals itself, and case does not matter', () => {
    fc.assert(
      fc.property(ordinary, (value) => {
        expect(equalValues(value, value)).toBe(true)
      }),
      runs,
    )
    expect(equalValues('Straße', 'STRASSE')).toBe(true)
    expect(equalValues('abc', 'ABC')).toBe(true)
  })

  test('a blank equals 0, "" and FALSE; numbers come before texts before booleans', () => {
    expect([0, '', false].map((value) => equalValues(null, value))).toEqual([true, true, true])
    expect(compareValues(1e99, 'a')).toBeLessThan(0)
    expect(compareValues('zzz', false)).toBeLessThan(0)
    expect(compareValues(0.1 + 0.2, 0.3)).toBe(0)
  })
})

test.each([
  ['de-DE', '24.12.', 46_380],
  ['de-DE', '24.12', 46_380],
  ['cs-CZ', '24. 12.', 46_380],
  ['de-DE', '32.12.', undefined],
  ['de-DE', '24.12.2026.', undefined],
  ['en-US', '24.12.', undefined],
])('in %s, %s is the number %s', (locale, text, expected) => {
  expect(textToNumber(text, { ...context, locale })).toBe(expected)
})
