import type { RowPages } from '@sheetwright/runtime/parquet/row-pages.ts'

/** Counts of cases that were computed together. */
export interface CaseCounts {
  readonly cases: number
  readonly passed: number
  readonly failed: number
  readonly errors: number
  readonly millis: number
}

/** Results of cases, encoded for a file. */
export interface ComputedCases extends CaseCounts {
  readonly pages: RowPages
}
