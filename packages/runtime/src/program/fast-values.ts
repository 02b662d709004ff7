import { type Conversion, toText } from '../coerce.ts'
import { compareValues, equalValues, foldCase, isSameInLowerCase, sameText } from '../compare.ts'
import type { CallContext } from '../functions/definition.ts'
import { snapped } from '../numeric/cancellation.ts'
import { roundDecimal } from '../numeric/decimal.ts'
import { powerOf } from '../numeric/power.ts'
import { type OperatorName, scalarOperators } from '../operators.ts'
import { ExcelError, type Scalar, type Value } from '../values.ts'

/**
 * Raised by a fast path that met something it was not made for (a text where a number was expected, an error, an overflow): the
 * cell in hand is then computed again, exactly. A number that is NaN says the same.
 */
export interface Doubt {
  raised: boolean
}

const SMALLEST_NORMAL = 2.2250738585072014e-308
const LARGEST = Number.MAX_VALUE

/** What operations depend on beside their values; functions that are called are given it as a whole. */
export type FastContext = Conversion & Pick<CallContext, 'charge'>

/** Operations on values whose types are known, as generated code uses them. */
export class FastValues {
  readonly doubt: Doubt
  protected readonly context: FastContext

  constructor(doubt: Doubt, context: FastContext) {
    this.doubt = doubt
    this.context = context
  }

  /** Reads and lowers the flag. */
  taken(): boolean {
    const { raised } = this.doubt
    this.doubt.raised = false
    return raised
  }

  doubted(): false {
    this.doubt.raised = true
    return false
  }

  /** The number a scalar counts as, or NaN where only the exact way knows. */
  number(value: Scalar): number {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 1 : 0
    return value === null ? 0 : Number.NaN
  }

  /** As `number`, for IFERROR: an error may be forgotten, but what is neither number nor error must be looked at. */
  numberOrError(value: Scalar): number {
    const number = this.number(value)
    if (number !== number && !(value instanceof ExcelError && value.uncomputable === undefined))
      this.doubt.raised = true
    return number
  }

  /** A number between steps of a formula: nothing infinite, nothing below the smallest normal number. */
  normal(value: number): number {
    const size = Math.abs(value)
    if (size >= SMALLEST_NORMAL && size <= LARGEST) return value
    return size < SMALLEST_NORMAL ? 0 : Number.NaN
  }

  /** A number as a value that may also be something else. */
  scalar(value: number): Scalar {
    const size = Math.abs(value)
    if (size <= LARGEST && size >= SMALLEST_NORMAL) return value
    if (size < SMALLEST_NORMAL) return 0
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

  /** The form of a text that case does not change; "" for what is no text and undefined for an error. */
  fold(value: Scalar): string | undefined {
    if (typeof value === 'string') return foldCase(value)
    return value instanceof ExcelError ? undefined : ''
  }

  /** Is it this text, but for case? The text sought is in lower case, of plain characters, and without `ss`. */
  isText(value: Scalar, sought: string): boolean {
    if (typeof value !== 'string') return value instanceof ExcelError ? this.doubted() : false
    return value === sought || (value.length === sought.length && isFolded(value, sought))
  }

  /** As `isText`, for a text with `ss`, which a shorter one with ß is the same as. */
  isTextWithSs(value: Scalar, sought: string): boolean {
    if (typeof value !== 'string') return value instanceof ExcelError ? this.doubted() : false
    if (value === sought) return true
    return value.length < sought.length ? foldCase(value) === sought : isFolded(value, sought)
  }

  same(left: Scalar, right: Scalar): boolean {
    if (left instanceof ExcelError || right instanceof ExcelError) return this.doubted()
    return typeof left === 'string' && typeof right === 'string' ? sameText(left, right) : equalValues(left, right)
  }

  /** Compares each of several values with one; 1 where it holds. */
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

  /** Passes on a value that was worked out before the loop together with the doubt about it. */
  passed<T>(value: T, _doubt?: false): T {
    this.doubt.raised = true
    return value
  }

  /** Is it an error that IFERROR takes? */
  isCaught(value: Scalar): boolean {
    return value instanceof ExcelError && value.uncomputable === undefined
  }

  /** As `truthOf`, in AND and OR: a blank or a text in a cell is passed over there. */
  truthOfCell(value: Scalar): boolean {
    return value === null ? this.doubted() : this.truthOf(value)
  }

  onlyNumber(value: Scalar): number {
    return typeof value === 'number' ? value : Number.NaN
  }

  /** Calls a function of numbers; without all of them there is no result here. */
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

  isSettled(value: number): boolean {
    const size = Math.abs(value)
    return (size >= SMALLEST_NORMAL && size <= LARGEST) || value === 0
  }

  /** Negative, zero or positive; errors are left to the exact way. */
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

  /** Order of two numbers that agree to about 14 digits, or of which one is none. */
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
    // JavaScript takes anything to the power of 0 for 1, what is no number too.
    if (base !== base || (base === 0 && exponent <= 0)) return Number.NaN
    return powerOf(base, exponent)
  }

  /** The result of the last addition of a formula. */
  snap(result: number, left: number, right: number): number {
    return snapped(result, left, right)
  }

  /** ROUND to a known number of places; `scale` is the power of ten. */
  round(x: number, places: number, scale: number): number {
    const scaled = Math.abs(x) * scale
    const whole = Math.floor(scaled + 0.5)
    // Below this bound, and not close to the middle, rounding needs no look at the number's own power of ten.
    if (scaled < 1e14 && 0.5 - Math.abs(scaled - whole) > scaled * 4e-15) return (x < 0 ? -whole : whole) / scale
    return Math.abs(x) <= LARGEST ? roundDecimal(x, places, 'nearest') : Number.NaN
  }

  /** As `round`, away from 0 or towards it. */
  roundOneWay(x: number, places: number, scale: number, isUp: boolean): number {
    const scaled = Math.abs(x) * scale
    const floor = Math.floor(scaled)
    const fraction = scaled - floor
    const noise = scaled * 4e-15
    if (scaled >= 0.1 && scaled < 1e14 && (fraction === 0 || (fraction > noise && fraction < 1 - noise))) {
      const whole = isUp && fraction > 0 ? floor + 1 : floor
      return (x < 0 ? -whole : whole) / scale
    }
    return Math.abs(x) <= LARGEST ? this.normal(roundDecimal(this.normal(x), places, isUp ? 'up' : 'down')) : Number.NaN
  }

  /** What a function gave, as a number. */
  result(value: Value): number {
    return typeof value === 'number' ? value : Number.NaN
  }

  /** What a function gave, as one value. */
  resultScalar(value: Value): Scalar {
    if (typeof value === 'number') return this.scalar(value)
    if (typeof value === 'object' && value !== null && !(value instanceof ExcelError)) {
      this.doubt.raised = true
      return 0
    }
    return value
  }
}

/** Is a text, at least as long as the one sought, the same but for case? The one sought is folded and of plain characters. */
function isFolded(value: string, sought: string): boolean {
  // No text becomes shorter when its case is set aside.
  return value.length === sought.length && isSameInLowerCase(value, sought, foldCase)
}
