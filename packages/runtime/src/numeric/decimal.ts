import { log10Of } from './elementary.ts'
import { powerOfTen } from './real-power.ts'

/**
 * Decimal rounding as in Excel: a number counts as the decimal of its first 15 significant digits, so that 1.005,
 * stored a little below that, rounds to 1.01.
 */

/** Half a unit of the 15th digit is at most 5e-15 of a number, just above a power of ten; scaling adds little. */
export const HALF_DIGIT = 6e-15

type Direction = 'nearest' | 'up' | 'down'

/** Rounds to `digits` places after the point (before it, if negative): half away from zero, away from zero, or towards it. */
export function roundDecimal(x: number, digits: number, direction: Direction): number {
  if (x === 0 || !Number.isFinite(x)) return x
  const places = Math.trunc(digits)
  const magnitude = Math.abs(x)
  const exponent = Math.floor(log10Of(magnitude))
  if (places > 15 - exponent + 1) return x
  if (places < -exponent - 2) return direction === 'up' ? Math.sign(x) * powerOfTen(-places) : 0
  const scaled = places >= 0 ? scaleUp(magnitude, places) : magnitude / powerOfTen(-places)
  const whole = direction === 'nearest' ? nearest(scaled) : beside(scaled, direction, () => shifted(magnitude, places))
  const result = places >= 0 ? scaleDown(whole, places) : whole * powerOfTen(-places)
  return x < 0 ? -result : result
}

function scaleUp(x: number, places: number): number {
  return places > 300 ? x * 1e300 * powerOfTen(places - 300) : x * powerOfTen(places)
}

/** Division by an exact power of ten gives the double nearest to the decimal; above 10^22 parsing text does. */
function scaleDown(whole: number, places: number): number {
  return places <= 22 ? whole / powerOfTen(places) : Number(`${whole}e-${places}`)
}

function nearest(scaled: number): number {
  const floor = Math.floor(scaled)
  const fraction = scaled - floor
  if (Math.abs(fraction - 0.5) > scaled * HALF_DIGIT) return fraction > 0.5 ? floor + 1 : floor
  // At the midpoint or above, or below it by less than half a unit of the 15th digit.
  if (scaled < 1e14 && fraction > 0.5 - scaled * 4e-16) return floor + 1
  return snapped(scaled) - floor >= 0.5 ? floor + 1 : floor
}

function beside(scaled: number, direction: 'up' | 'down', exactly: () => number): number {
  const floor = Math.floor(scaled)
  const fraction = scaled - floor
  const noise = scaled * HALF_DIGIT
  if (fraction > noise && fraction < 1 - noise) return direction === 'up' ? floor + 1 : floor
  const exact = scaled < 1e15 ? exactly() : Math.round(scaled)
  return direction === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

/** The first 15 significant digits of a number times a power of ten, without the error of a product. */
function shifted(x: number, places: number): number {
  const [digits = '', exponent = ''] = x.toExponential(14).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** The number that the first 15 significant digits spell; a longer integer stays. */
export function snapped(x: number): number {
  return Math.abs(x) < 1e15 ? Number(x.toPrecision(15)) : Math.round(x)
}

/** The largest integer that is not above the first 15 significant digits of a number: INT(4.1*100) is 410. */
export function integerBelow(x: number): number {
  const floor = Math.floor(x)
  return floor + 1 - x > Math.abs(x) * HALF_DIGIT ? floor : Math.floor(snapped(x))
}
