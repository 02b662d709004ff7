import { compareNumbers } from '../compare.ts'
import { BOUND_CRITERION, compileCriterion, type Matcher } from '../criteria.ts'
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
  condition(store: NumberStore | { values: Scalar[] }, start: number, criterion: Scalar): Condition {
    if (criterion instanceof ExcelError) this.doubt.raised = true
    const parts = typeof criterion === 'string' ? BOUND_CRITERION.exec(criterion) : null
    return {
      numbers: 'numbers' in store ? store.numbers : undefined,
      others: 'numbers' in store ? store.others : undefined,
      values: 'numbers' in store ? undefined : store.values,
      start,
      test: parts ? (TESTS[parts[1] ?? ''] ?? 0) : 0,
      bound: parts ? Number(parts[2]) : 0,
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
    if (criterion instanceof ExcelError) this.doubt.raised = true
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
    const [first] = conditions
    if (first && conditions.length === 1 && first.test > 0 && first.numbers) {
      return this.matchingNumbers(kind, store, start, length, list, first, first.numbers)
    }
    if (first && conditions.length === 1 && first.values && !store && !list) {
      return this.countOfMatches(first, first.values, length)
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

  /** One condition on numbers, above or below a bound. */
  private matchingNumbers(
    kind: 'sum' | 'count' | 'average',
    store: NumberStore | null,
    start: number,
    length: number,
    list: Int32Array | undefined,
    condition: Condition,
    tested: Float64Array,
  ): number {
    const { bound, start: first } = condition
    const wantsAbove = condition.test <= 2
    const values = store?.numbers
    if (!values) return this.countOfNumbers(length, list, condition, tested)
    const count = list ? list.length : length
    let sum = 0
    let found = 0
    for (let i = 0; i < count; i++) {
      const place = list ? (list[i] as number) : i
      const number = tested[first + place] as number
      const difference = number - bound
      if (Math.abs(difference) > Math.abs(number) * 1e-14) {
        if (difference > 0 !== wantsAbove) continue
      } else if (!this.holds(condition, place)) continue
      const value = values[start + place] as number
      if (value === value) {
        sum += value
        found++
      } else if (this.isFinalError(store, start + place)) return Number.NaN
    }
    if (kind === 'sum') return sum
    return kind === 'count' ? found : sum / found
  }

  /** The count of numbers above or below a bound, without a data-dependent branch. */
  private countOfNumbers(
    length: number,
    list: Int32Array | undefined,
    condition: Condition,
    tested: Float64Array,
  ): number {
    const { bound, start } = condition
    const count = list ? list.length : length
    let above = 0
    let close = 0
    let found = 0
    for (let i = 0; i < count; i++) {
      const place = list ? (list[i] as number) : i
      const number = tested[start + place] as number
      const difference = number - bound
      if (Math.abs(difference) > Math.abs(number) * 1e-14) above += Number(difference > 0)
      else {
        close++
        if (this.holds(condition, place)) found++
      }
    }
    return found + (condition.test <= 2 ? above : count - close - above)
  }

  private allHold(conditions: readonly Condition[], place: number): boolean {
    for (const condition of conditions) if (!this.holds(condition, place)) return false
    return true
  }
}
