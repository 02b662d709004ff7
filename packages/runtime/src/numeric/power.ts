import { PositivePowers, realPower } from './real-power.ts'

/** For larger exponents squaring loses more digits than the general power. */
const LARGEST_WHOLE = 2 ** 31

/**
 * A power as Excel computes it, to the last digit: integer exponents by squaring, from the lowest bit up, and negative
 * ones as the reciprocal. Otherwise models that compound a factor over many periods drift away from Excel's result.
 */
export function powerOf(base: number, exponent: number): number {
  const count = Math.abs(exponent)
  if (!Number.isInteger(exponent) || count > LARGEST_WHOLE) return powerOrRoot(base, exponent)
  let result = 1
  let square = base
  // A 32-bit integer: the remainder of a floating-point division would take longer than everything else here.
  for (let rest = count >>> 0; rest !== 0; rest >>>= 1) {
    if ((rest & 1) === 1) result *= square
    square *= square
  }
  return exponent < 0 ? 1 / result : result
}

/** The general power. With an exponent of 1/3, 1/5, … Excel takes the real root of a negative number. */
export function powerOrRoot(base: number, exponent: number): number {
  return base < 0 && isOddRoot(Math.abs(exponent)) ? -realPower(-base, exponent) : realPower(base, exponent)
}

function isOddRoot(exponent: number): boolean {
  const degree = Math.round(1 / exponent)
  return degree % 2 === 1 && degree > 1 && degree <= LARGEST_WHOLE && 1 / degree === exponent
}

/** Powers of one number with many exponents. */
export class PowersOf {
  readonly base: number
  private positive: PositivePowers | undefined

  constructor(base: number) {
    this.base = base
  }

  /** The same as `powerOf(base, exponent)`. */
  of(exponent: number): number {
    const { base } = this
    const isShort = Number.isInteger(exponent) || exponent === 0.5 || !Number.isFinite(exponent)
    if (isShort || !(base > 0) || base === Number.POSITIVE_INFINITY) return powerOf(base, exponent)
    return (this.positive ??= new PositivePowers(base)).of(exponent)
  }
}
