import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { erf, erfc, normalCdf, normalQuantile } from './error-function.ts'
import { gamma, logGamma } from './gamma.ts'
import { incompleteBeta, inverseBeta } from './incomplete-beta.ts'
import { inverseGamma, lowerGamma, upperGamma } from './incomplete-gamma.ts'

/** Functions by their names in the reference table. */
const functions: Readonly<Record<string, (...args: number[]) => number>> = {
  incompleteBeta: (a = 0, b = 0, x = 0) => incompleteBeta(a, b, x),
  upperBeta: (a = 0, b = 0, x = 0) => incompleteBeta(b, a, 1 - x, x),
  lowerGamma: (a = 0, x = 0) => lowerGamma(a, x),
  upperGamma: (a = 0, x = 0) => upperGamma(a, x),
  erf: (x = 0) => erf(x),
  erfc: (x = 0) => erfc(x),
  normalCdf: (x = 0) => normalCdf(x),
  normalQuantile: (p = 0) => normalQuantile(p),
  gamma: (x = 0) => gamma(x),
  logGamma: (x = 0) => logGamma(x),
}

const rows = readFileSync(join(import.meta.dirname, 'special-functions.reference.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [name: string, args: string, value: string])

/** Far tails are powers of e: each 100 of the exponent costs two digits of the sixteen. */
function allowed(value: number): number {
  return 1.5e-14 + 2e-15 * Math.abs(Math.log(Math.abs(value)))
}

describe('special functions agree with references of 50 digits', () => {
  test.each(rows)('%s(%s)', (name, args, text) => {
    const value = Number(text)
    const actual = functions[name]?.(...args.split(' ').map(Number)) ?? Number.NaN
    expect(Math.abs(actual / value - 1)).toBeLessThan(allowed(value))
  })
})

const share = fc.oneof(
  fc.double({ min: 1e-12, max: 0.5, noNaN: true }),
  fc.integer({ min: -40, max: -1 }).map((exponent) => 10 ** exponent),
)
const shape = fc.double({ min: 0.05, max: 2000, noNaN: true })

describe('inverses undo their functions', () => {
  test('incomplete beta', () => {
    fc.assert(
      fc.property(shape, shape, share, (a, b, p) => {
        const { x, y } = inverseBeta(a, b, p, 1 - p)
        fc.pre(x > 1e-300 && y > 1e-300)
        expect(Math.abs(incompleteBeta(a, b, x, y) / p - 1)).toBeLessThan(1e-11)
      }),
      { seed: 20260115, numRuns: 500 },
    )
  })
  test('incomplete gamma', () => {
    fc.assert(
      fc.property(shape, share, (a, p) => {
        const x = inverseGamma(a, p, 1 - p)
        fc.pre(x > 1e-300)
        expect(Math.abs(lowerGamma(a, x) / p - 1)).toBeLessThan(1e-11)
      }),
      { seed: 20260115, numRuns: 500 },
    )
  })
  test('normal distribution', () => {
    fc.assert(
      fc.property(share, (p) => {
        expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-13)
      }),
      { seed: 20260115, numRuns: 500 },
    )
  })
})
