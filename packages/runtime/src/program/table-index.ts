import { ExcelError, type Scalar } from '../values.ts'
import { hasWildcard } from '../wildcard.ts'
import type { Doubt } from './fast-values.ts'

/** Longest text that lookups look for. */
const MAX_TEXT = 255

/** Where each value of a constant line first stands; made once, when the program is loaded. */
export class LineIndex {
  private readonly first = new Map<Scalar, number>()
  /** Texts as they are spelt in the line, so that most lookups need no change of case. */
  private readonly spelt = new Map<string, number>()
  private readonly doubt: Doubt

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

  /** Place of a value, or -1. What only the exact way can look up raises a doubt. */
  find(sought: Scalar): number {
    if (typeof sought === 'string') {
      const known = this.spelt.get(sought)
      if (known !== undefined) return known
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

  findNumber(sought: number): number {
    if (sought !== sought) {
      this.doubt.raised = true
      return -1
    }
    return this.first.get(sought) ?? -1
  }
}

/** Place of the last number not above the sought one in ascending numbers, or -1. */
export function lastNotAbove(numbers: Float64Array, sought: number, doubt: Doubt): number {
  if (sought !== sought) {
    doubt.raised = true
    return -1
  }
  let low = -1
  let high = numbers.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= sought) low = middle
    else high = middle
  }
  return low
}
