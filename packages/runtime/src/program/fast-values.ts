import { type Conversion, toText } from '../coerce.ts'
import { compareValues, equalValues, foldCase, isSameInLowerCase, sameText } from '../compare.ts'
import type { CallContext } from '../functions/definition.ts'
import { snapped } from '../numeric/cancellation.ts'
import { HALF_DIGIT, integerBelow, roundDecimal } from '../numeric/decimal.ts'
import { powerOf, PowersOf } from '../numeric/power.ts'
import { type OperatorName, scalarOperators } from '../operators.ts'
import { ExcelError, type Scalar, type Value } from '../values.ts'

/**
 * Raised by a fast path that met a case it does not handle (a text where a number was expected, an error, an overflow):
 * the current cell is then computed again, exactly. A NaN number means the same.
 */
export interface Doubt {
  raised: boolean
}

const SMALLEST_NORMAL = 2.2250738585072014e-308
/**
 * Excel takes a result below the smallest normal number as 0 and refuses one above the largest. Generated code does not
 * examine each result: numbers outside these bounds are left to the exact way, so that it takes several steps from
 * those inside to such a result.
 */
export const SMALLEST_KEPT = 1e-100
export const LARGEST_KEPT = 1e100
const LARGEST = Number.MAX_VALUE
/** Texts whose folded form is remembered: their length and number. */
const LONGEST_REMEMBERED = 64
const MOST_REMEMBERED = 200

/** What operations depend on besides their values; passed to called functions as a whole. */
export type FastContext = Conversion & Pick<CallContext, 'charge'>

/** Operations on values of known types, for generated code. */
export class FastValues {
  readonly doubt: Doubt
  protected readonly context: FastContext
  /** Folded texts: inputs take the same few values again and again. */
  private readonly folded = new Map<string, string>()

  constructor(doubt: Doubt, context: FastContext) {
    this.doubt = doubt
    this.context = context
  }

  /** Reads and clears the flag. */
  taken(): boolean {
    const { raised } = this.doubt
    this.doubt.raised = false
    return raised
  }

  doubted(): false {
    this.doubt.raised = true
    return false
  }

  /** The value as a number, or NaN if only the exact way knows it. */
  number(value: Scalar): number {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 1 : 0
    return value === null ? 0 : Number.NaN
  }

  /** Like `number`, for IFERROR: an error may be ignored, but anything else that is not a number must be examined. */
  numberOrError(value: Scalar): number {
    const number = this.number(value)
    if (number !== number && !(value instanceof ExcelError && value.uncomputable === undefined))
      this.doubt.raised = true
    return number
  }

  /** A number that the typed way goes on with, or NaN. */
  kept(value: number): number {
    const size = Math.abs(value)
    return (size >= SMALLEST_KEPT && size <= LARGEST_KEPT) || value === 0 ? value : Number.NaN
  }

  /** Like `kept`, for IFERROR: an infinity is an error, but only the exact way knows any other number. */
  keptOrError(value: number): number {
    const kept = this.kept(value)
    if (kept !== kept && Math.abs(value) <= LARGEST) this.doubt.raised = true
    return kept
  }

  /** What programs of earlier compilers call instead of `kept`. */
  ordinary(value: number): number {
    return this.kept(value)
  }

  /** What programs of earlier compilers call instead of `keptOrError`. */
  ordinaryOrError(value: number): number {
    return this.keptOrError(value)
  }

  /** What programs of still earlier compilers call. */
  normal(value: number): number {
    const size = Math.abs(value)
    if (size >= SMALLEST_NORMAL && size <= LARGEST) return value
    return size < SMALLEST_NORMAL ? 0 : Number.NaN
  }

  /** A number as a scalar, which may also be something else. */
  scalar(value: number): Scalar {
    const size = Math.abs(value)
    if (size <= LARGEST && size >= SMALLEST_KEPT) return value
    if (size === 0) return 0
    this.doubt.raised = true
    return 0
  }

  truth(value: number): boolean {
    return value === value ? value !== 0 : this.doubted()
  }

  truthOf(value: Scalar): boolean {
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return value !== 0
    return value === null ? false : this.doubted()
  }

  text(value: Scalar): string {
    if (typeof value === 'string') return value
    const text = toText(value, this.context)
    if (typeof text === 'string') return text
    this.doubt.raised = true
    return ''
  }

  joined(left: string, right: string): string {
    if (left.length + right.length > 32_767) this.doubt.raised = true
    return left + right
  }

  /** Raises a doubt about an error, which only the exact way can compare. */
  doubtsError(value: Scalar): false {
    if (value instanceof ExcelError) this.doubt.raised = true
    return false
  }

  /** The case-folded form of a text; "" for a non-text and undefined for an error. */
  fold(value: Scalar): string | undefined {
    if (typeof value === 'string') return this.folded.get(value) ?? this.foldAnew(value)
    return value instanceof ExcelError ? undefined : ''
  }

  private foldAnew(text: string): string {
    const folded = foldCase(text)
    if (text.length > LONGEST_REMEMBERED) return folded
    if (this.folded.size >= MOST_REMEMBERED) this.folded.clear()
    this.folded.set(text, folded)
    return folded
  }

  /** Does it equal this text ignoring case? The sought text is lower-case ASCII without `ss`. */
  isText(value: Scalar, sought: string): boolean {
    if (typeof value !== 'string') return value instanceof ExcelError ? this.doubted() : false
    return value.length === sought.length && (value === sought || isFolded(value, sought))
  }

  /** Like `isText`, for a text with `ss`, which a shorter text with ß equals. */
  isTextWithSs(value: Scalar, sought: string): boolean {
    if (typeof value !== 'string') return value instanceof ExcelError ? this.doubted() : false
    if (value === sought) return true
    return value.length < sought.length ? foldCase(value) === sought : isFolded(value, sought)
  }

  same(left: Scalar, right: Scalar): boolean {
    if (left instanceof ExcelError || right instanceof ExcelError) return this.doubted()
    return typeof left === 'string' && typeof right === 'string' ? sameText(left, right) : equalValues(left, right)
  }

  /** Compares each of several values with one; 1 if the comparison holds. */
  compareEach(values: readonly Scalar[], operator: OperatorName, other: Scalar, isLeft: boolean): Uint8Array {
    const results = new Uint8Array(values.length)
    const apply = scalarOperators[operator]
    values.forEach((value, i) => {
      const result = isLeft ? apply(value, other, this.context) : apply(other, value, this.context)
      if (result instanceof ExcelError) this.doubt.raised = true
      results[i] = result === true ? 1 : 0
    })
    return results
  }

  /** Passes on a hoisted value together with its doubt. */
  passed<T>(value: T, _doubt?: false): T {
    this.doubt.raised = true
    return value
  }

  /** Is it an error that IFERROR catches? */
  isCaught(value: Scalar): boolean {
    return value instanceof ExcelError && value.uncomputable === undefined
  }

  /** Like `truthOf`, in AND and OR: a blank or a text in a cell is skipped there. */
  truthOfCell(value: Scalar): boolean {
    return value === null ? this.doubted() : this.truthOf(value)
  }

  onlyNumber(value: Scalar): number {
    return typeof value === 'number' ? value : Number.NaN
  }

  /** Calls a function of numbers; no result here if any of them is missing. */
  call(body: (context: never, ...args: never[]) => Value, ...args: (number | undefined)[]): number {
    for (const arg of args) if (arg !== arg) return Number.NaN
    return this.result(body(this.context as never, ...(args as never[])))
  }

  call1(body: (context: never, ...args: never[]) => Value, a: number): number {
    return a === a ? this.result(body(this.context as never, a as never)) : Number.NaN
  }

  call2(body: (context: never, ...args: never[]) => Value, a: number, b: number): number {
    return a === a && b === b ? this.result(body(this.context as never, a as never, b as never)) : Number.NaN
  }

  /** Negative, zero or positive; the exact way handles errors. */
  order(left: Scalar, right: Scalar): number {
    if (left instanceof ExcelError || right instanceof ExcelError) {
      this.doubt.raised = true
      return 0
    }
    return compareValues(left, right)
  }

  less(a: number, b: number): boolean {
    const difference = a - b
    return Math.abs(difference) > Math.abs(a) * 1e-14 ? difference < 0 : this.near(a, b) < 0
  }

  lessOrEqual(a: number, b: number): boolean {
    const difference = a - b
    return Math.abs(difference) > Math.abs(a) * 1e-14 ? difference < 0 : this.near(a, b) <= 0
  }

  equal(a: number, b: number): boolean {
    const difference = a - b
    return Math.abs(difference) > Math.abs(a) * 1e-14 ? false : this.near(a, b) === 0
  }

  /** Order of two numbers that agree to about 14 digits, or of which one is NaN. */
  private near(a: number, b: number): number {
    if (a === b) return 0
    const difference = a - b
    if (!(Math.abs(difference) <= LARGEST)) {
      this.doubt.raised = true
      return 0
    }
    if (Math.abs(difference) > Math.abs(a) * 1e-14) return difference
    return a.toPrecision(15) === b.toPrecision(15) ? 0 : difference
  }

  power(base: number, exponent: number): number {
    // In JavaScript anything to the power of 0 is 1, even NaN.
    if (base !== base || (base === 0 && exponent <= 0)) return Number.NaN
    return powerOf(base, exponent)
  }

  /** Powers of a base that stays the same while a loop runs. */
  powers(base: number): PowersOf {
    return new PowersOf(base)
  }

  /** Like `power`, for such a base. */
  powerIn(powers: PowersOf, exponent: number): number {
    const { base } = powers
    return base > 0 ? powers.of(exponent) : this.power(base, exponent)
  }

  /** The result of the last addition of a formula. */
  snap(result: number, left: number, right: number): number {
    return snapped(result, left, right)
  }

  /** ROUND to a known number of places; `scale` is the power of ten. */
  round(x: number, places: number, scale: number): number {
    const scaled = Math.abs(x) * scale
    const whole = Math.floor(scaled + 0.5)
    // Below this bound, and not close to the midpoint, rounding does not depend on the number's own power of ten.
    if (scaled < 1e14 && 0.5 - Math.abs(scaled - whole) > scaled * HALF_DIGIT) return (x < 0 ? -whole : whole) / scale
    return Math.abs(x) <= LARGEST ? roundDecimal(x, places, 'nearest') : Number.NaN
  }

  /** Like `round`, away from 0 or towards it. */
  roundOneWay(x: number, places: number, scale: number, isUp: boolean): number {
    const scaled = Math.abs(x) * scale
    const floor = Math.floor(scaled)
    const fraction = scaled - floor
    const noise = scaled * HALF_DIGIT
    if (scaled >= 0.1 && scaled < 1e14 && (fraction === 0 || (fraction > noise && fraction < 1 - noise))) {
      const whole = isUp && fraction > 0 ? floor + 1 : floor
      return (x < 0 ? -whole : whole) / scale
    }
    return Math.abs(x) <= LARGEST ? this.normal(roundDecimal(this.normal(x), places, isUp ? 'up' : 'down')) : Number.NaN
  }

  /** INT. */
  integerBelow(x: number): number {
    return integerBelow(x)
  }

  /** The result of a function as a number. */
  result(value: Value): number {
    return typeof value === 'number' ? value : Number.NaN
  }

  /** The result of a function as a single value. */
  resultScalar(value: Value): Scalar {
    if (typeof value === 'number') return this.scalar(value)
    if (typeof value === 'object' && value !== null && !(value instanceof ExcelError)) {
      this.doubt.raised = true
      return 0
    }
    return value
  }
}

/** Does a text, at least as long as the sought one, equal it ignoring case? The sought text is folded ASCII. */
function isFolded(value: string, sought: string): boolean {
  // Case folding never shortens a text.
  return value.length === sought.length && isSameInLowerCase(value, sought, foldCase)
}
