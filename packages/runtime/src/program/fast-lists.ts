import { snapped } from '../numeric/cancellation.ts'
import { ExcelError, type Scalar } from '../values.ts'
import { FastValues } from './fast-values.ts'

/** A total that grows line by line. */
export interface RunningTotal {
  sum: number
  before: number
  last: number
  next: number
}

/** Aggregates over cells stored as values of any type: only numbers count, and an error is the result. */
export class FastLists extends FastValues {
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
}
