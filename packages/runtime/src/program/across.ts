import { snapped } from '../numeric/cancellation.ts'
import { ExcelError, type Scalar } from '../values.ts'
import type { NumberStore } from './cell-space.ts'

export type LineStore = NumberStore | { readonly values: Scalar[] }

/** The cells of several lines at the same row (or column). Aggregates are NaN if a cell holds an error. */
export class Across {
  private readonly stores: readonly LineStore[]
  private readonly shifts: Int32Array
  private isBroken = false

  /** A row number plus the shift of a line is the index in that line. */
  constructor(stores: readonly LineStore[], shifts: Int32Array) {
    this.stores = stores
    this.shifts = shifts
  }

  /** The number of one line, or NaN: non-numbers are skipped, an error is recorded. */
  private number(line: number, at: number): number {
    const store = this.stores[line] as LineStore
    const index = at + (this.shifts[line] as number)
    if ('numbers' in store) {
      const number = store.numbers[index] as number
      if (number !== number && store.others.get(index) instanceof ExcelError) this.isBroken = true
      return number
    }
    const value = store.values[index]
    if (typeof value === 'number') return value
    if (value instanceof ExcelError) this.isBroken = true
    return Number.NaN
  }

  sum(at: number): number {
    this.isBroken = false
    let sum = 0
    let before = 0
    let last = 0
    for (let line = 0; line < this.stores.length; line++) {
      const number = this.number(line, at)
      if (number !== number) continue
      before = sum
      last = number
      sum += number
    }
    return this.isBroken ? Number.NaN : snapped(sum, before, last)
  }

  average(at: number): number {
    this.isBroken = false
    let sum = 0
    let count = 0
    for (let line = 0; line < this.stores.length; line++) {
      const number = this.number(line, at)
      if (number !== number) continue
      sum += number
      count++
    }
    return this.isBroken ? Number.NaN : sum / count
  }

  /** 0 if there are no numbers. */
  largest(at: number): number {
    this.isBroken = false
    let best = Number.NEGATIVE_INFINITY
    for (let line = 0; line < this.stores.length; line++) {
      const number = this.number(line, at)
      if (number > best) best = number
    }
    if (this.isBroken) return Number.NaN
    return best === Number.NEGATIVE_INFINITY ? 0 : best
  }

  smallest(at: number): number {
    this.isBroken = false
    let best = Number.POSITIVE_INFINITY
    for (let line = 0; line < this.stores.length; line++) {
      const number = this.number(line, at)
      if (number < best) best = number
    }
    if (this.isBroken) return Number.NaN
    return best === Number.POSITIVE_INFINITY ? 0 : best
  }

  count(at: number): number {
    let count = 0
    for (let line = 0; line < this.stores.length; line++) {
      const number = this.number(line, at)
      if (number === number) count++
    }
    return count
  }
}
