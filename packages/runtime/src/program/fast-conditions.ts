import { numberOfDigits } from '../coerce.ts'
import { compareNumbers } from '../compare.ts'
import { BOUND_CRITERION, compileCriterion, isTooLong, type Matcher } from '../criteria.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { NumberStore } from './cell-space.ts'
import { FastRanges } from './fast-ranges.ts'

/** A condition of SUMIFS and the like on the cells of one line. */
interface Condition {
  readonly numbers: Float64Array | undefined
  readonly others: Map<number, Scalar> | undefined
  readonly values: Scalar[] | undefined
  readonly start: number
  /** 1 for above, 2 for at least, 3 for below, 4 for at most a number; 0 to use the matcher. */
  readonly test: number
  readonly bound: number
  readonly matches: Matcher
  /** For constant cells: the index of each cell's distinct value, and which of those are accepted. */
  readonly codes: Int32Array | undefined
  readonly accepted: Uint8Array | undefined
}

const TESTS: Readonly<Record<string, number>> = { '>': 1, '>=': 2, '<': 3, '<=': 4 }

/** SUMIFS, COUNTIF, MAXIFS and the like over lines of numbers. */
export class FastConditions extends FastRanges {
  /** 0, 1, 2, … as far as some line needed them. */
  private places = new Int32Array(0)

  condition(store: NumberStore | { values: Scalar[] }, start: number, criterion: Scalar): Condition {
    if (criterion instanceof ExcelError || isTooLong(criterion)) this.doubt.raised = true
    const parts = typeof criterion === 'string' ? BOUND_CRITERION.exec(criterion) : null
    return {
      numbers: 'numbers' in store ? store.numbers : undefined,
      others: 'numbers' in store ? store.others : undefined,
      values: 'numbers' in store ? undefined : store.values,
      start,
      test: parts ? (TESTS[parts[1] ?? ''] ?? 0) : 0,
      bound: parts ? numberOfDigits(parts[2] ?? '') : 0,
      matches: parts ? this.compiledLater(criterion) : compileCriterion(criterion, this.context),
      codes: undefined,
      accepted: undefined,
    }
  }

  /** Comparing numbers with a bound rarely needs the matcher, which takes longer to compile than many comparisons. */
  private compiledLater(criterion: Scalar): Matcher {
    let matcher: Matcher | undefined
    return (cell) => (matcher ??= compileCriterion(criterion, this.context))(cell)
  }

  conditionOn(codes: Int32Array, distinct: readonly Scalar[], criterion: Scalar): Condition {
    if (criterion instanceof ExcelError || isTooLong(criterion)) this.doubt.raised = true
    const matches = compileCriterion(criterion, this.context)
    const accepted = Uint8Array.from(distinct, (value) => (matches(value) ? 1 : 0))
    return {
      numbers: undefined,
      others: undefined,
      values: undefined,
      start: 0,
      test: 0,
      bound: 0,
      matches,
      codes,
      accepted,
    }
  }

  private holds(condition: Condition, place: number): boolean {
    if (condition.codes && condition.accepted) return condition.accepted[condition.codes[place] as number] === 1
    const index = condition.start + place
    if (!condition.numbers) return this.matchesScalar(condition, (condition.values as Scalar[])[index] as Scalar)
    const value = condition.numbers[index] as number
    if (value !== value) return this.matchesScalar(condition, condition.others?.get(index) ?? null)
    const { bound } = condition
    switch (condition.test) {
      case 1:
        return compareNumbers(value, bound) > 0
      case 2:
        return compareNumbers(value, bound) >= 0
      case 3:
        return compareNumbers(value, bound) < 0
      case 4:
        return compareNumbers(value, bound) <= 0
      default:
        return condition.matches(value)
    }
  }

  private matchesScalar(condition: Condition, value: Scalar): boolean {
    if (value instanceof ExcelError && value.uncomputable) return this.doubted()
    return condition.matches(value)
  }

  /** Like `isErrorAt`; the exact way handles an error that IFERROR must not catch. */
  private isFinalError(store: NumberStore, index: number): boolean {
    const value = store.others.get(index)
    if (value instanceof ExcelError && value.uncomputable) this.doubt.raised = true
    return value instanceof ExcelError
  }

  /** SUMIFS and the like: over the positions of a list, or all of them, where every condition holds. */
  matching(
    kind: 'sum' | 'count' | 'average',
    store: NumberStore | null,
    start: number,
    length: number,
    lists: readonly Int32Array[] | null,
    which: number,
    conditions: readonly Condition[],
  ): number {
    const list = lists ? (lists[which] as Int32Array) : undefined
    const [only] = conditions.length === 1 ? conditions : []
    if (only && only.test > 0 && only.numbers && !hasError(only.others) && !hasError(store?.others)) {
      const places = list ?? this.allPlaces(length)
      const quick = store
        ? sumOrAverage(kind === 'sum', store.numbers, start, places, only, only.numbers)
        : countOfNumbers(places, only, only.numbers)
      if (quick === quick) return quick
    }
    if (only?.values && !store && !list) {
      return this.countOfMatches(only, only.values, length)
    }
    if (list && store && conditions.length === 0 && kind === 'sum') return this.sumOfPlaces(store, start, list)
    const count = list ? list.length : length
    let sum = 0
    let found = 0
    for (let i = 0; i < count; i++) {
      const place = list ? (list[i] as number) : i
      if (!this.allHold(conditions, place)) continue
      if (store === null) {
        found++
        continue
      }
      const value = store.numbers[start + place] as number
      if (value === value) {
        sum += value
        found++
      } else if (this.isFinalError(store, start + place)) return Number.NaN
    }
    if (kind === 'sum') return sum
    return kind === 'count' ? found : sum / found
  }

  /** MAXIFS and MINIFS; 0 if nothing matches. */
  extremeMatching(
    isMax: boolean,
    store: NumberStore,
    start: number,
    length: number,
    lists: readonly Int32Array[] | null,
    which: number,
    conditions: readonly Condition[],
  ): number {
    const list = lists ? (lists[which] as Int32Array) : undefined
    const count = list ? list.length : length
    let best = isMax ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const place = list ? (list[i] as number) : i
      if (!this.allHold(conditions, place)) continue
      const value = store.numbers[start + place] as number
      if (value === value) best = isMax ? Math.max(best, value) : Math.min(best, value)
      else if (this.isFinalError(store, start + place)) return Number.NaN
    }
    return Math.abs(best) === Number.POSITIVE_INFINITY ? 0 : best
  }

  /** One condition on cells of any type. */
  private countOfMatches(condition: Condition, values: readonly Scalar[], length: number): number {
    const { matches, start } = condition
    let found = 0
    for (let i = start; i < start + length; i++) {
      const value = values[i] as Scalar
      if (typeof value === 'string' ? matches(value) : this.matchesScalar(condition, value)) found++
    }
    return found
  }

  private sumOfPlaces(store: NumberStore, start: number, list: Int32Array): number {
    const { numbers } = store
    let sum = 0
    for (let i = 0; i < list.length; i++) sum += numbers[start + (list[i] as number)] as number
    return sum === sum ? sum : this.sumOfNumbersAt(store, start, list)
  }

  /** A sum over cells that are not all numbers. */
  private sumOfNumbersAt(store: NumberStore, start: number, list: Int32Array): number {
    const { numbers } = store
    let sum = 0
    for (let i = 0; i < list.length; i++) {
      const place = start + (list[i] as number)
      const value = numbers[place] as number
      if (value === value) sum += value
      else if (this.isFinalError(store, place)) return Number.NaN
    }
    return sum
  }

  /** A list of all positions below a number. */
  private allPlaces(length: number): Int32Array {
    if (this.places.length < length) this.places = Int32Array.from({ length }, (_, i) => i)
    return this.places.length === length ? this.places : this.places.subarray(0, length)
  }

  private allHold(conditions: readonly Condition[], place: number): boolean {
    for (const condition of conditions) if (!this.holds(condition, place)) return false
    return true
  }
}

/**
 * What surely meets a condition above or below a number: from `least` on, after multiplication by `sign`; and what
 * surely does not: up to `most`. Between them 15 digits decide.
 */
function limitsOf({ test, bound }: Condition): { sign: number; least: number; most: number } {
  const sign = test <= 2 ? 1 : -1
  const edge = sign * bound
  const slack = Math.abs(bound) * 1.01e-14 || Number.MIN_VALUE
  const orEqual = test % 2 === 0
  return { sign, least: orEqual ? edge : edge + slack, most: orEqual ? edge - slack : edge }
}

function hasError(others: ReadonlyMap<number, Scalar> | undefined): boolean {
  if (others) for (const value of others.values()) if (value instanceof ExcelError) return true
  return false
}

/**
 * The sum, or average, of the numbers where the tested ones are above or below a bound; NaN if 15 digits decide. Without
 * a call in the loop, for which the JavaScript engine would examine the arrays again in each turn.
 */
function sumOrAverage(
  isSum: boolean,
  values: Float64Array,
  start: number,
  places: Int32Array,
  condition: Condition,
  tested: Float64Array,
): number {
  const { sign, least, most } = limitsOf(condition)
  const first = condition.start
  let sum = 0
  let found = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    const number = sign * (tested[first + place] as number)
    if (number >= least) {
      const value = values[start + place] as number
      if (value === value) {
        sum += value
        found++
      }
    } else if (number > most) return Number.NaN
  }
  return isSum ? sum : sum / found
}

/** The count of numbers above or below a bound, without a branch on the data; NaN if 15 digits decide. */
function countOfNumbers(places: Int32Array, condition: Condition, tested: Float64Array): number {
  const { sign, least, most } = limitsOf(condition)
  const first = condition.start
  let found = 0
  let close = 0
  for (let i = 0; i < places.length; i++) {
    const number = sign * (tested[first + (places[i] as number)] as number)
    found += Number(number >= least)
    close += Number(number > most && number < least)
  }
  return close === 0 ? found : Number.NaN
}
