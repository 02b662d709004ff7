import { LARGEST_KEPT, SMALLEST_KEPT } from '@sheetwright/runtime/program/fast-values.ts'
import { type Code, js } from './code.ts'

/**
 * Bounds of the size of a number that is not 0, as powers of ten. Excel takes a result below the smallest normal number
 * as 0 and refuses one above the largest; a result whose bounds exclude both need not be examined at run time.
 */
export interface NumberSize {
  readonly least: number
  readonly most: number
}

export const ANY: NumberSize = { least: -Infinity, most: Infinity }
/** Neither infinite nor subnormal: every number that a cell holds. */
export const NORMAL: NumberSize = {
  least: Math.log10(2.2250738585072014e-308),
  most: Math.log10(Number.MAX_VALUE),
}
/** Numbers that were examined. The room up to the limits of normal numbers lets most results of them go unexamined. */
export const KEPT: NumberSize = { least: Math.log10(SMALLEST_KEPT), most: Math.log10(LARGEST_KEPT) }
/** For 0, and for a truth as a number. */
export const ONE: NumberSize = { least: 0, most: 0 }

/** For the rounding of logarithms here, and of results at run time. */
const SLACK = 1e-9
/** A sum of two numbers is 0, or at least the last binary digit of the smaller one. */
const DIGITS = 16
/** A sum with a smaller constant could depend on numbers that are taken as 0. */
const SMALLEST_ADDED = 1e-200
/** The largest numbers are further apart than this. */
const LARGEST_ADDED = 1e290

export function sizeOf(value: number): NumberSize {
  if (value === 0) return ONE
  const log = Math.log10(Math.abs(value))
  return { least: log, most: log }
}

export function isNotTiny({ least }: NumberSize): boolean {
  return least >= NORMAL.least
}

export function isWithin(size: NumberSize, bounds: NumberSize): boolean {
  return size.least >= bounds.least && size.most <= bounds.most
}

/** The size of either of two numbers. */
export function eitherSize(a: NumberSize, b: NumberSize): NumberSize {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }
}

/** The size of a number that was found to be within bounds. */
export function narrowed(size: NumberSize, bounds: NumberSize): NumberSize {
  return { least: Math.max(size.least, bounds.least), most: Math.min(size.most, bounds.most) }
}

/** Of a sum or difference; `constant` is one of the two, if known. */
export function sumSize(a: NumberSize, b: NumberSize, constant: unknown): NumberSize {
  const least = Math.min(a.least, b.least) - DIGITS
  const larger = Math.max(a.most, b.most)
  const most = larger + Math.log10(2) + SLACK
  if (typeof constant !== 'number' || Math.abs(constant) < SMALLEST_ADDED) return { least, most }
  // The other number is below half of the constant, or itself at least that large.
  const half = Math.log10(Math.abs(constant) / 2)
  // Added to the largest numbers, all but the largest constants change nothing.
  const isNegligible = larger <= NORMAL.most && Math.abs(constant) <= LARGEST_ADDED
  return { least: Math.max(least, half - DIGITS), most: isNegligible ? Math.min(most, NORMAL.most) : most }
}

export function productSize(a: NumberSize, b: NumberSize): NumberSize {
  return { least: a.least + b.least - SLACK, most: a.most + b.most + SLACK }
}

/** Of a quotient; `divisor` is the second number, if known. Any other may be 0, which gives an infinity. */
export function quotientSize(a: NumberSize, b: NumberSize, divisor: unknown): NumberSize {
  const least = a.least - b.most - SLACK
  return { least, most: typeof divisor === 'number' && divisor !== 0 ? a.most - b.least + SLACK : Infinity }
}

/** Of the whole number below a number; large numbers are whole already. */
export function wholeSize({ most }: NumberSize): NumberSize {
  return { least: 0, most: most > DIGITS ? most : Math.max(most, 0) + Math.log10(2) + SLACK }
}

/** Of a number that was rounded to some decimal places. */
export function roundedSize(places: number): NumberSize {
  return { least: -places - SLACK, most: NORMAL.most }
}

/** Of one of several known numbers. */
export function sizeOfAny(values: readonly number[]): NumberSize {
  return values.map(sizeOf).reduce(eitherSize)
}

/** Of a power with a known exponent. */
export function powerSize({ least, most }: NumberSize, exponent: number): NumberSize {
  const [from, to] = exponent < 0 ? [most * exponent, least * exponent] : [least * exponent, most * exponent]
  return { least: from - SLACK * Math.abs(exponent) - SLACK, most: to + SLACK * Math.abs(exponent) + SLACK }
}

/**
 * The test whether a number is of a size that is kept, as far as it is not known to be within bounds, and the size of
 * those that pass. Inlined, because the JavaScript engine stops inlining calls in long functions.
 */
export function examination(
  known: NumberSize,
  bounds: NumberSize,
  first: Code,
  again: Code,
): { test: Code; size: NumberSize } {
  const isLeastKnown = known.least >= bounds.least
  const isMostKnown = known.most <= bounds.most
  if (isLeastKnown) {
    const size = narrowed(known, { ...KEPT, least: known.least })
    return { test: js`Math.abs(${first}) <= ${LARGEST_KEPT}`, size }
  }
  const isLarge = js`Math.abs(${first}) >= ${SMALLEST_KEPT}`
  if (isMostKnown)
    return { test: js`${isLarge} || ${again} === 0`, size: narrowed(known, { ...KEPT, most: known.most }) }
  const test = js`${isLarge} && Math.abs(${again}) <= ${LARGEST_KEPT} || ${again} === 0`
  return { test, size: narrowed(known, KEPT) }
}
