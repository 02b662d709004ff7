import type { Scalar } from './values.ts'

/**
 * Order of two values for the comparison operators: numbers before texts before booleans, text ignoring case, a blank
 * equal to 0, "" and FALSE. Negative, zero or positive. The caller handles errors; here they come last.
 */
export function compareValues(left: Scalar, right: Scalar): number {
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right)
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  if (left === null) return right === null ? 0 : compareValues(blankAs(right), right)
  if (right === null) return compareValues(left, blankAs(left))
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return rank(left) - rank(right)
}

/** Are two values equal by `=`? */
export function equalValues(left: Scalar, right: Scalar): boolean {
  return compareValues(left, right) === 0
}

function blankAs(other: Scalar): Scalar {
  if (typeof other === 'number') return 0
  if (typeof other === 'string') return ''
  if (typeof other === 'boolean') return false
  return 0
}

/** Rank of a type in Excel's order. Blanks, which have no rank in comparisons, sort after everything. */
export function rank(value: Scalar): number {
  if (typeof value === 'number') return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  return value === null ? 4 : 3
}

/** Numbers are compared by their first 15 significant digits, so that 0.1+0.2 equals 0.3. */
export function compareNumbers(left: number, right: number): number {
  if (left === right) return 0
  const difference = left - right
  // Doubles this far apart always differ within 15 digits.
  if (Math.abs(difference) > Math.abs(left) * 1e-14) return difference
  return left.toPrecision(15) === right.toPrecision(15) ? 0 : difference
}

/** Order of texts ignoring case, as in sorting, lookups and `<`. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0
  if (isPlain(left) && isPlain(right)) return comparePlain(left, right)
  const foldedLeft = foldCase(left)
  const foldedRight = foldCase(right)
  if (foldedLeft === foldedRight) return 0
  // Texts that collate as equal but differ in more than case still need an order.
  return collator.compare(left, right) || (foldedLeft < foldedRight ? -1 : 1)
}

/** Are two texts equal ignoring case? */
export function sameText(left: string, right: string): boolean {
  return left === right || foldCase(left) === foldCase(right)
}

/** A form shared by texts that differ only in case; ß counts as ss. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ß') ? lower.replaceAll('ß', 'ss') : lower
}

const collator = new Intl.Collator('en-US', { sensitivity: 'accent', ignorePunctuation: false, caseFirst: 'false' })

// oxlint-disable-next-line no-control-regex -- the question is whether every character is ASCII
const PLAIN = /^[\x20-\x7e]*$/

function isPlain(text: string): boolean {
  return PLAIN.test(text)
}

/**
 * Weights of the ASCII characters: punctuation and symbols in Windows' order, then digits, then letters.
 * An apostrophe or hyphen inside a text weighs nothing at first and only decides between texts that are otherwise equal.
 */
const ASCII_ORDER = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz'
const weights: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  ASCII_ORDER.indexOf(String.fromCharCode(code).toLowerCase()),
)

function isIgnored(code: number): boolean {
  return code === 0x27 || code === 0x2d
}

function comparePlain(left: string, right: string): number {
  const first = compareWeights(left, right, true)
  return first === 0 ? compareWeights(left, right, false) : first
}

function compareWeights(left: string, right: string, ignoring: boolean): number {
  let i = 0
  let j = 0
  for (;;) {
    while (ignoring && i < left.length && isIgnored(left.charCodeAt(i))) i++
    while (ignoring && j < right.length && isIgnored(right.charCodeAt(j))) j++
    if (i >= left.length || j >= right.length) return (i < left.length ? 1 : 0) - (j < right.length ? 1 : 0)
    const difference = (weights[left.charCodeAt(i)] ?? 0) - (weights[right.charCodeAt(j)] ?? 0)
    if (difference !== 0) return difference
    i++
    j++
  }
}

/**
 * Does a text, with its case folded, equal this lower-case ASCII text of the same length? Compares character by
 * character; the text is folded, by `fold`, only if a character is not ASCII.
 */
export function isSameInLowerCase(text: string, wanted: string, fold: (text: string) => string): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return fold(text) === wanted
    if ((code >= 65 && code <= 90 ? code + 32 : code) !== wanted.charCodeAt(i)) return false
  }
  return true
}
