import type { Workbook } from './workbook.ts'

/** How cells that need their own value are computed: so many times, or until none of them changes by more. */
export interface Iteration {
  readonly count: number
  readonly tolerance: number
}

/** The iteration of a workbook, and who asked for it. */
export interface EffectiveIteration extends Iteration {
  readonly source: 'setting' | 'file' | 'savedValues'
}

/** The workbook as if its file asked for this iteration. */
export function withIteration(workbook: Workbook, { count, tolerance }: Iteration): Workbook {
  const calculation = { ...workbook.calculation, iterate: true, iterateCount: count, iterateDelta: tolerance }
  return { ...workbook, calculation }
}

/** Undefined where cells that need their own value have none. */
export function iterationOf({ calculation }: Workbook): Iteration | undefined {
  const { iterate, iterateCount, iterateDelta } = calculation
  return iterate ? { count: iterateCount, tolerance: iterateDelta } : undefined
}
