/** What the generator may do beyond calling the exact functions; tests switch each off in turn. */
export interface Optimisations {
  /** Numbers without boxes or coercions. */
  readonly typed: boolean
  /** Lookups and conditions on constants through indexes. */
  readonly indexes: boolean
  /** Totals over growing ranges by one addition a line. */
  readonly runningTotals: boolean
  /** Loops over the same lines as one. */
  readonly joining: boolean
  /** Parts of formulas that no input reaches computed beforehand. */
  readonly folding: boolean
  /** What changes only in some lines computed only there. */
  readonly steady: boolean
  /** Sums over the lines of a loop gathered while it runs. */
  readonly gathering: boolean
  /** References that nothing which changes decides replaced by the cells they mean. */
  readonly settling: boolean
  /** Array formulas computed cell by cell where that gives the same. */
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
