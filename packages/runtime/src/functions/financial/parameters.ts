import { type Basis, basisFrom } from '../../dates/day-count.ts'
import { type ExcelError, errors, type Value } from '../../values.ts'

/** A number parameter of the functions that refuse TRUE and FALSE. */
export function amount<const Name extends string>(name: Name) {
  return { name, kind: 'number', booleans: 'refuse', ranges: 'refuse' } as const
}

export const settlement = amount('settlement')
export const maturity = amount('maturity')
export const rate = amount('rate')
export const frequency = amount('frequency')
export const redemption = amount('redemption')
export const basis = { ...amount('basis'), optional: true, default: 0 } as const

export type Frequency = 1 | 2 | 4

export function frequencyOf(value: number): Frequency | undefined {
  const whole = Math.trunc(value)
  return whole === 1 || whole === 2 || whole === 4 ? whole : undefined
}

/** Coupons per year and the day count basis, checked; #NUM! if either is invalid. */
export function withTerms(
  frequencyValue: number,
  basisValue: number,
  f: (frequency: Frequency, basis: Basis) => Value,
): Value {
  const times = frequencyOf(frequencyValue)
  const way = basisFrom(basisValue)
  return times === undefined || way === undefined ? errors.num : f(times, way)
}

export function withBasis(basisValue: number, f: (basis: Basis) => Value): Value {
  const way = basisFrom(basisValue)
  return way === undefined ? errors.num : f(way)
}

/** Dates as whole days; those before the calendar are #NUM!. */
export function days(...dates: readonly number[]): number[] | ExcelError {
  const whole = dates.map(Math.trunc)
  return whole.some((date) => date < 0 || date >= 2_958_466) ? errors.num : whole
}
