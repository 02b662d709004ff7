import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import type { FarStore } from './far-store.ts'
import type { ReadLimits } from './limits.ts'
import { ReadFailure } from './read-failure.ts'

/** State shared by all readers of one file. */
export interface ReadContext {
  readonly limits: ReadLimits
  readonly diagnostics: Diagnostics
  /** Counts cells over all sheets against the limit. */
  readonly budget: CellBudget
  /** Undefined if the model holds all cells. */
  readonly far?: FarStore | undefined
}

export class CellBudget {
  private readonly limit: number
  private used = 0

  constructor(limit: number) {
    this.limit = limit
  }

  take(): void {
    if (++this.used > this.limit) throw new ReadFailure('TOO_MUCH', { what: 'cells', limit: this.limit })
  }
}
