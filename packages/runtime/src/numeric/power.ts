import { realPower } from './real-power.ts'

/** Beyond this the squares lose more digits than the engine's own power. */
const LARGEST_WHOLE = 2 ** 31

/**
 * A power as Excel computes it, to the last digit: whole exponents by squaring, from the lowest binary digit up, and negative
 * ones as the reciprocal of that. Models that compound a factor over many periods otherwise drift away from Excel's result.
 */
export function powerOf(base: number, exponent: number): number {
  const count = Math.abs(exponent)
  if (!Number.isInteger(exponent) || count > LARGEST_WHOLE) return realPower(base, exponent)
  let result = 1
  let square = base
  // As a whole number of 32 bits: the remainder of a floating-point division takes longer than all else here.
  for (let rest = count >>> 0; rest !== 0; rest >>>= 1) {
    if ((rest & 1) === 1) result *= square
    square *= square
  }
  return exponent < 0 ? 1 / result : result
}
