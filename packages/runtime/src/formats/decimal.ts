/** A positive number as decimal digits, 15 at most: 0.d1d2d3… times ten to the `point`. Rounding for display works on these. */
export interface Decimal {
  readonly digits: string
  /** Number of digits before the decimal point; may be negative or past their end. */
  readonly point: number
}

const ZERO: Decimal = { digits: '', point: 0 }

/** The digits of a number's magnitude, without trailing zeros. */
export function toDecimal(value: number): Decimal {
  const magnitude = Math.abs(value)
  if (magnitude === 0 || !Number.isFinite(magnitude)) return ZERO
  const [mantissa = '', exponent = '0'] = magnitude.toExponential(14).split('e')
  return { digits: mantissa.replace('.', '').replace(/0+$/, ''), point: Number(exponent) + 1 }
}

/** Multiplies by a power of ten. */
export function shift(decimal: Decimal, places: number): Decimal {
  return decimal.digits === '' ? decimal : { digits: decimal.digits, point: decimal.point + places }
}

/** Rounds half away from zero to a number of places after the point (before it, when negative). */
export function round(decimal: Decimal, places: number): Decimal {
  const keep = decimal.point + places
  if (keep >= decimal.digits.length) return decimal
  if (keep < 0) return ZERO
  const kept = decimal.digits.slice(0, keep)
  if ((decimal.digits[keep] ?? '0') < '5') return trimmed(kept, decimal.point)
  return increment(kept, decimal.point)
}

function increment(digits: string, point: number): Decimal {
  const nines = /9*$/.exec(digits)?.[0].length ?? 0
  const head = digits.slice(0, digits.length - nines)
  if (head === '') return { digits: '1', point: point + 1 }
  return { digits: head.slice(0, -1) + String(Number(head.at(-1)) + 1), point }
}

function trimmed(digits: string, point: number): Decimal {
  const short = digits.replace(/0+$/, '')
  return short === '' ? ZERO : { digits: short, point }
}

/** Digits before the point, without leading zeros ('' for less than one), and after it, without trailing ones. */
export function parts({ digits, point }: Decimal): { whole: string; fraction: string } {
  if (digits === '') return { whole: '', fraction: '' }
  if (point <= 0) return { whole: '', fraction: '0'.repeat(-point) + digits }
  return { whole: digits.slice(0, point).padEnd(point, '0'), fraction: digits.slice(point) }
}

/** Puts a separator between groups of three digits, counted from the right. */
export function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, separator)
}

/** Digits with a fixed number of decimals: the plain form behind FIXED, DOLLAR and the like. */
export function fixed(value: number, places: number, decimalMark: string, groupMark: string): string {
  const { whole, fraction } = parts(round(toDecimal(value), places))
  const head = groupMark === '' ? whole || '0' : grouped(whole || '0', groupMark)
  return places > 0 ? `${head}${decimalMark}${fraction.padEnd(places, '0')}` : head
}
