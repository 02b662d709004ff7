import { compareNumbers } from '../compare.ts'
import { compileCriterion, type Matcher } from '../criteria.ts'
import { snapped } from '../numeric/cancellation.ts'
import { hasBothSigns, internalRate, internalRateSteps } from '../numeric/internal-rate.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { NumberStore } from './cell-space.ts'
import { FastValues } from './fast-values.ts'
import { Across, type LineStore } from './across.ts'
import { ChangingLine, lastNotAbove } from './table-index.ts'

/** A total that grows line by line. */
interface RunningTotal {
  sum: number
  before: number
  last: number
  next: number
}

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

const NUMBER_TEST = /^(>=|<=|>|<)(-?\d+(?:\.\d+)?)$/
const TESTS: Readonly<Record<string, number>> = { '>': 1, '>=': 2, '<': 3, '<=': 4 }

/** Aggregates over lines of numbers. Non-numbers are stored beside the line and examined where it holds NaN. */
export class FastRanges extends FastValues {
  /** Counts the runs. */
  private readonly clock = { run: 0 }
  private sumNow = 0
  private sumBefore = 0
  private sumLast = 0

  /** Starts a new run: discards facts about changing lines. */
  begin(): void {
    this.clock.run++
  }

  /** The number at an index; inside IFERROR. */
  numberAt(store: NumberStore, index: number): number {
    const value = store.numbers[index] as number
    if (value !== value && !this.isCaught(store.others.get(index) ?? null)) this.doubt.raised = true
    return value
  }

  /** An element that is not a number: true if it is an error, which is then the result of the whole. */
  private isErrorAt(store: NumberStore, index: number): boolean {
    return store.others.get(index) instanceof ExcelError
  }

  sum(store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    if (end < start) return 0
    let before = 0
    for (let i = start; i < end; i++) before += numbers[i] as number
    const last = numbers[end] as number
    const sum = before + last
    if (sum !== sum) return this.sumOfNumbers(store, start, end)
    return Math.abs(sum) >= (Math.abs(before) + Math.abs(last)) * 4e-15 ? sum : snapped(sum, before, last)
  }

  /** A sum over cells that are not all numbers. */
  private sumOfNumbers(store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    let sum = 0
    let before = 0
    let last = 0
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value === value) {
        before = sum
        last = value
        sum += value
      } else if (this.isErrorAt(store, i)) return Number.NaN
    }
    return snapped(sum, before, last)
  }

  sumStart(): void {
    this.sumNow = 0
    this.sumBefore = 0
    this.sumLast = 0
  }

  add(value: number): void {
    this.sumBefore = this.sumNow
    this.sumLast = value
    this.sumNow += value
  }

  sumOn(store: NumberStore, start: number, end: number): void {
    for (let i = start; i <= end; i++) {
      const value = store.numbers[i] as number
      if (value === value || this.isErrorAt(store, i)) this.add(value)
    }
  }

  sumEnd(): number {
    return snapped(this.sumNow, this.sumBefore, this.sumLast)
  }

  /** A sum over contiguous numbers; NaN if any of them is not a number. */
  sumFrom(numbers: Float64Array, start: number, count: number): number {
    const before = this.plainSum(numbers, start, count - 1)
    const last = numbers[start + count - 1] as number
    const sum = before + last
    return Math.abs(sum) >= (Math.abs(before) + Math.abs(last)) * 4e-15 ? sum : snapped(sum, before, last)
  }

  plainSum(numbers: Float64Array, start: number, count: number): number {
    let sum = 0
    for (let i = start; i < start + count; i++) sum += numbers[i] as number
    return sum
  }

  sumOfProducts(numbers: Float64Array, first: number, second: number, count: number): number {
    let sum = 0
    for (let i = 0; i < count; i++) sum += (numbers[first + i] as number) * (numbers[second + i] as number)
    return sum
  }

  placedNumber(numbers: Float64Array, place: number): number {
    return place < 0 ? Number.NaN : (numbers[place] as number)
  }

  changing(store: NumberStore, start: number, count: number): ChangingLine {
    return new ChangingLine(store, start, count, this.doubt, this.clock)
  }

  across(stores: readonly LineStore[], shifts: Int32Array): Across {
    return new Across(stores, shifts)
  }

  /** Several columns, row by row. */
  sumBlock(stores: readonly NumberStore[], starts: readonly number[], rows: number): number {
    this.sumStart()
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < stores.length; col++) {
        const at = (starts[col] as number) + row
        this.sumOn(stores[col] as NumberStore, at, at)
      }
    }
    return this.sumEnd()
  }

  running(start: number): RunningTotal {
    return { sum: 0, before: 0, last: 0, next: start }
  }

  /** Advances a running total to an index. */
  runTo(total: RunningTotal, store: NumberStore, end: number): number {
    const { numbers } = store
    while (total.next <= end) {
      const value = numbers[total.next] as number
      if (value === value || this.isErrorAt(store, total.next)) {
        total.before = total.sum
        total.last = value
        total.sum += value
      }
      total.next++
    }
    return snapped(total.sum, total.before, total.last)
  }

  // ---- cells stored as values: only numbers count, an error is the result ----

  sumOfValues(values: readonly Scalar[], start: number, end: number): number {
    let sum = 0
    let before = 0
    let last = 0
    for (let i = start; i <= end; i++) {
      const value = values[i]
      if (typeof value === 'number') {
        before = sum
        last = value
        sum += value
      } else if (value instanceof ExcelError) return Number.NaN
    }
    return snapped(sum, before, last)
  }

  runValuesTo(total: RunningTotal, values: readonly Scalar[], end: number): number {
    while (total.next <= end) {
      const value = values[total.next++]
      if (typeof value === 'number') {
        total.before = total.sum
        total.last = value
        total.sum += value
      } else if (value instanceof ExcelError) total.sum = Number.NaN
    }
    return snapped(total.sum, total.before, total.last)
  }

  averageOfValues(values: readonly Scalar[], start: number, end: number): number {
    let sum = 0
    let count = 0
    for (let i = start; i <= end; i++) {
      const value = values[i]
      if (typeof value === 'number') {
        sum += value
        count++
      } else if (value instanceof ExcelError) return Number.NaN
    }
    return sum / count
  }

  largestOfValues(values: readonly Scalar[], start: number, end: number): number {
    let best = Number.NEGATIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = values[i]
      if (typeof value === 'number') best = value > best ? value : best
      else if (value instanceof ExcelError) return Number.NaN
    }
    return best === Number.NEGATIVE_INFINITY ? 0 : best
  }

  smallestOfValues(values: readonly Scalar[], start: number, end: number): number {
    let best = Number.POSITIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = values[i]
      if (typeof value === 'number') best = value < best ? value : best
      else if (value instanceof ExcelError) return Number.NaN
    }
    return best === Number.POSITIVE_INFINITY ? 0 : best
  }

  countOfValues(values: readonly Scalar[], start: number, end: number): number {
    let count = 0
    for (let i = start; i <= end; i++) if (typeof values[i] === 'number') count++
    return count
  }

  average(store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    let sum = 0
    let count = 0
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value === value) {
        sum += value
        count++
      } else if (this.isErrorAt(store, i)) return Number.NaN
    }
    return sum / count
  }

  count(store: NumberStore, start: number, end: number): number {
    let count = 0
    for (let i = start; i <= end; i++) if (store.numbers[i] === store.numbers[i]) count++
    return count
  }

  largestOr(store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    let best = Number.NEGATIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value <= best) continue
      if (value === value) best = value
      else if (this.isErrorAt(store, i)) return Number.NaN
    }
    return best
  }

  smallestOr(store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    let best = Number.POSITIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value >= best) continue
      if (value === value) best = value
      else if (this.isErrorAt(store, i)) return Number.NaN
    }
    return best
  }

  /** Index of the last of the largest numbers; -1 if any element is not a number. */
  placeOfLargest(numbers: Float64Array, start: number, end: number): number {
    let place = -1
    let best = Number.NEGATIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value >= best) {
        best = value
        place = i
      } else if (value !== value) return -1
    }
    return place
  }

  placeOfSmallest(numbers: Float64Array, start: number, end: number): number {
    let place = -1
    let best = Number.POSITIVE_INFINITY
    for (let i = start; i <= end; i++) {
      const value = numbers[i] as number
      if (value <= best) {
        best = value
        place = i
      } else if (value !== value) return -1
    }
    return place
  }

  /** 0 if there are no numbers. */
  largest(store: NumberStore, start: number, end: number): number {
    const best = this.largestOr(store, start, end)
    return best === Number.NEGATIVE_INFINITY ? 0 : best
  }

  smallest(store: NumberStore, start: number, end: number): number {
    const best = this.smallestOr(store, start, end)
    return best === Number.POSITIVE_INFINITY ? 0 : best
  }

  presentValue(rate: number, store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    if (rate === -1 || rate !== rate) return Number.NaN
    let sum = 0
    let factor = 1
    for (let i = start; i <= end; i++) {
      const flow = numbers[i] as number
      if (flow !== flow && !this.isErrorAt(store, i)) continue
      factor *= 1 + rate
      sum += flow / factor
    }
    return sum
  }

  /** IRR of numbers only; the exact way handles other flows. */
  internalRate(guess: number, store: NumberStore, start: number, end: number): number {
    const { numbers } = store
    for (let i = start; i <= end; i++) {
      if (numbers[i] === numbers[i]) continue
      this.doubt.raised = true
      return Number.NaN
    }
    if (!(guess > -1) || !hasBothSigns(numbers, start, end)) return Number.NaN
    this.context.charge(internalRateSteps(end - start + 1))
    return internalRate(numbers, start, end, guess)
  }

  /** A factor of SUMPRODUCT: non-numbers count as 0. */
  factor(store: NumberStore, index: number): number {
    const value = store.numbers[index] as number
    return value === value || this.isErrorAt(store, index) ? value : 0
  }

  // ---- positions in tables ----

  lastNotAbove(numbers: Float64Array, sought: number): number {
    return lastNotAbove(numbers, sought, this.doubt)
  }

  /** Converts a position from 1 to an index from 0; -1 (with a doubt) if there is none. */
  place(place: number, count: number): number {
    const whole = Math.trunc(place)
    if (whole >= 1 && whole <= count) return whole - 1
    this.doubt.raised = true
    return -1
  }

  /** Index of a cell in a table in row order. */
  cellIndex(row: number, column: number, columns: number): number {
    const whole = Math.trunc(column)
    if (row >= 0 && whole >= 1 && whole <= columns) return row * columns + whole - 1
    if (row >= 0) this.doubt.raised = true
    return -1
  }

  // ---- conditions ----

  condition(store: NumberStore | { values: Scalar[] }, start: number, criterion: Scalar): Condition {
    if (criterion instanceof ExcelError) this.doubt.raised = true
    const parts = typeof criterion === 'string' ? NUMBER_TEST.exec(criterion) : null
    return {
      numbers: 'numbers' in store ? store.numbers : undefined,
      others: 'numbers' in store ? store.others : undefined,
      values: 'numbers' in store ? undefined : store.values,
      start,
      test: parts ? (TESTS[parts[1] ?? ''] ?? 0) : 0,
      bound: parts ? Number(parts[2]) : 0,
      matches: compileCriterion(criterion, this.context),
      codes: undefined,
      accepted: undefined,
    }
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
