import type { PortfolioError } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { RowPages } from '@sheetwright/runtime/parquet/row-pages.ts'

/** Results of a portfolio's records, encoded for its files. */
export interface ComputedRows {
  readonly records: number
  readonly refused: number
  readonly withErrors: number
  readonly pages: RowPages
  /** Lines of CSV in UTF-8: the errors of each row. */
  readonly errors: Uint8Array
  readonly firstErrors: readonly PortfolioError[]
}
