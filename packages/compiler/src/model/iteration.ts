import type { Workbook } from './workbook.ts'

/**
 * How cells that depend on themselves are computed: at most `count` times, or until none of them changes by more than
 * `tolerance`.
 */
export interface Iteration {
  readonly count: number
  readonly tolerance: number
}

/** The iteration of a workbook, and who enabled it. */
export interface EffectiveIteration extends Iteration {
  readonly source: 'setting' | 'file' | 'savedValues'
}

/** Excel's default settings, for cycles that were saved iterated in a file that does not enable iteration. */
export const ASSUMED_ITERATION: Iteration = { count: 100, tolerance: 0.001 }

/** The workbook as if its file enabled this iteration. */
export function withIteration(workbook: Workbook, { count, tolerance }: Iteration): Workbook {
  const calculation = { ...workbook.calculation, iterate: true, iterateCount: count, iterateDelta: tolerance }
  return { ...workbook, calculation }
}

/** Undefined if the workbook does not iterate. */
export function iterationOf({ calculation }: Pick<Workbook, 'calculation'>): Iteration | undefined {
  const { iterate, iterateCount, iterateDelta } = calculation
  return iterate ? { count: iterateCount, tolerance: iterateDelta } : undefined
}
