import { snapped } from '../numeric/cancellation.ts'
import { hasBothSigns, internalRate, internalRateSteps } from '../numeric/internal-rate.ts'
import { ExcelError } from '../values.ts'
import type { NumberStore } from './cell-space.ts'
import { FastLists, type RunningTotal } from './fast-lists.ts'
import { Across, type LineStore } from './across.ts'
import { ChangingLine, lastNotAbove } from './table-index.ts'

/** Aggregates over lines of numbers. Non-numbers are stored beside the line and examined where it holds NaN. */
export class FastRanges extends FastLists {
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
}
