/** The optimisations beyond calls to the exact functions; tests disable each in turn. */
export interface Optimisations {
  /** Unboxed numbers without coercions. */
  readonly typed: boolean
  /** Lookups and conditions on constants through indexes. */
  readonly indexes: boolean
  /** Totals over growing ranges with one addition per line. */
  readonly runningTotals: boolean
  /** One loop for loops over the same lines. */
  readonly joining: boolean
  /** Constant folding of parts that depend on no input. */
  readonly folding: boolean
  /** Values that change only in some lines are computed only there. */
  readonly steady: boolean
  /** Sums over the lines of a loop are accumulated while it runs. */
  readonly gathering: boolean
  /** References that depend on nothing changing are replaced by the cells they mean. */
  readonly settling: boolean
  /** Array formulas are computed cell by cell if the result is the same. */
  readonly elements: boolean
}

export const ALL_OPTIMISATIONS: Optimisations = {
  typed: true,
  indexes: true,
  runningTotals: true,
  joining: true,
  folding: true,
  steady: true,
  gathering: true,
  settling: true,
  elements: true,
}
