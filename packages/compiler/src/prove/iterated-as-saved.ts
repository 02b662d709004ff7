import { Diagnostics } from '../diagnostics/diagnostics.ts'
import { diagnoseCycles } from '../evaluate/diagnose-cycles.ts'
import { ASSUMED_ITERATION } from '../evaluate/cycles.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { withIteration } from '../model/iteration.ts'
import { bindInterface, type OpenedWorkbook } from '../open-workbook.ts'

/**
 * The workbook as Excel computed it when it was saved: with iteration if its cycles were iterated, although the file
 * does not enable it.
 */
export function iteratedAsSaved(
  opened: OpenedWorkbook,
  evaluation: EvaluationOptions,
  diagnostics: Diagnostics,
): OpenedWorkbook {
  const { bound } = opened
  if (!diagnoseCycles(bound, new Evaluator(bound, evaluation), diagnostics)) return opened
  const { iterateCount: count, iterateDelta: tolerance } = ASSUMED_ITERATION
  return bindInterface(withIteration(bound.workbook, { count, tolerance }), new Diagnostics())
}
