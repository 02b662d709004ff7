import type { Traced } from '@sheetwright/runtime/engine/error-source.ts'
import type { Evaluator } from './evaluator.ts'

/** Traces the cause of an error through the evaluator's cells. */
export function evaluatorTrace(evaluator: Evaluator): Traced {
  return {
    precedents: ({ sheet, row, col }) => evaluator.precedents(sheet, row, col),
    grid: (area) => evaluator.grid(area),
  }
}
