import { ExcelError, type Scalar } from '../values.ts'
import { hasWildcard } from '../wildcard.ts'
import type { NumberStore } from './cell-space.ts'
import type { Doubt } from './fast-values.ts'

/** Longest text that lookups search for. */
const MAX_TEXT = 255

/** The first position of each value of a constant line; built once, when the program is loaded. */
export class LineIndex {
  private readonly first = new Map<Scalar, number>()
  /** Texts as spelled in the line, so that most lookups need no case folding. */
  private readonly spelt = new Map<string, number>()
  private readonly doubt: Doubt
  /** The text that was found last, and its index: several columns of a table are often read for the same key. */
  private lastText = ''
  private lastIndex = -1

  constructor(values: readonly Scalar[], doubt: Doubt) {
    this.doubt = doubt
    values.forEach((value, index) => {
      const key = typeof value === 'string' ? value.toLowerCase() : value
      if (!this.first.has(key)) this.first.set(key, index)
    })
    for (const value of values) {
      if (typeof value !== 'string' || hasWildcard(value)) continue
      this.spelt.set(value, this.first.get(value.toLowerCase()) as number)
    }
  }

  /** Index of a value, or -1. Values that only the exact way can search raise a doubt. */
  find(sought: Scalar): number {
    if (typeof sought === 'string') {
      if (sought === this.lastText && this.lastIndex >= 0) return this.lastIndex
      const known = this.spelt.get(sought)
      if (known !== undefined) {
        this.lastText = sought
        this.lastIndex = known
        return known
      }
      if (sought.length <= MAX_TEXT && !hasWildcard(sought)) return this.first.get(sought.toLowerCase()) ?? -1
      this.doubt.raised = true
      return -1
    }
    if (sought instanceof ExcelError) {
      this.doubt.raised = true
      return -1
    }
    return this.first.get(sought === null ? 0 : sought) ?? -1
  }

  /** As in XLOOKUP and XMATCH: a blank is not 0, and patterns are ordinary texts, which the exact way handles. */
  findExactly(sought: Scalar): number {
    if (typeof sought === 'number' || typeof sought === 'boolean') return this.first.get(sought) ?? -1
    if (typeof sought === 'string' && !hasWildcard(sought) && !/ss|ß/i.test(sought)) {
      return this.spelt.get(sought) ?? this.first.get(sought.toLowerCase()) ?? -1
    }
    this.doubt.raised = true
    return -1
  }

  findNumber(sought: number): number {
    if (sought !== sought) {
      this.doubt.raised = true
      return -1
    }
    return this.first.get(sought) ?? -1
  }
}

/** Index of the last number not above the sought one in ascending numbers, or -1. */
export function lastNotAbove(numbers: Float64Array, sought: number, doubt: Doubt): number {
  if (sought !== sought) {
    doubt.raised = true
    return -1
  }
  // Without a branch on the data, which the processor would mispredict every other time.
  let first = 0
  let count = numbers.length
  while (count > 1) {
    const half = count >> 1
    first += Math.imul(half, +((numbers[first + half - 1] as number) <= sought))
    count -= half
  }
  return count === 0 ? -1 : first - 1 + +((numbers[first] as number) <= sought)
}

/** A row or column whose numbers change between runs: examined once per run, when it is first searched. */
export class ChangingLine {
  private readonly store: NumberStore
  private readonly start: number
  private readonly count: number
  private readonly doubt: Doubt
  private readonly clock: { readonly run: number }
  private seen = -1
  /** Each number is above the one before it. */
  private isRising = false
  /** No number is below the one before it. */
  private isSorted = false
  /** It holds an error, or another non-number. */
  private hasError = false
  private hasOther = false

  constructor(store: NumberStore, start: number, count: number, doubt: Doubt, clock: { readonly run: number }) {
    this.store = store
    this.start = start
    this.count = count
    this.doubt = doubt
    this.clock = clock
  }

  private look(): void {
    this.seen = this.clock.run
    this.isRising = true
    this.isSorted = true
    this.hasError = false
    this.hasOther = false
    const { numbers, others } = this.store
    let last = Number.NEGATIVE_INFINITY
    for (let i = this.start; i < this.start + this.count; i++) {
      const number = numbers[i] as number
      if (number !== number) {
        this.hasOther = true
        if (others.get(i) instanceof ExcelError) this.hasError = true
        continue
      }
      if (number <= last) {
        this.isRising = false
        if (number < last) this.isSorted = false
      }
      last = number
    }
  }

  /**
   * Index of the first number equal to the sought one, or -1. Values that only the exact way can search raise a doubt.
   */
  find(sought: number): number {
    if (this.seen !== this.clock.run) this.look()
    if (sought !== sought || this.hasError) {
      this.doubt.raised = true
      return -1
    }
    const { start, count } = this
    const { numbers } = this.store
    if (this.isRising && !this.hasOther) {
      // Years, months and ages usually increase by one.
      const guess = sought - (numbers[start] as number)
      if (guess >= 0 && guess < count && numbers[start + guess] === sought) return guess
      const place = this.below(sought)
      return place >= 0 && numbers[start + place] === sought ? place : -1
    }
    for (let i = 0; i < count; i++) if (numbers[start + i] === sought) return i
    return -1
  }

  /** Index of the last number not above the sought one, or -1. */
  findBelow(sought: number): number {
    if (this.seen !== this.clock.run) this.look()
    if (sought !== sought || this.hasOther || !this.isSorted) {
      this.doubt.raised = true
      return -1
    }
    return this.below(sought)
  }

  private below(sought: number): number {
    const { numbers } = this.store
    let low = -1
    let high = this.count
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((numbers[this.start + middle] as number) <= sought) low = middle
      else high = middle
    }
    return low
  }
}
