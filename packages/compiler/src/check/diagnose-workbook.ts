import { diagnoseFormulas, type FormulaUsage } from '../3-bind/diagnose-formulas.ts'
import type { Diagnostics } from '../diagnostics/diagnostics.ts'
import { diagnoseCycles } from '../evaluate/diagnose-cycles.ts'
import { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import type { OpenedWorkbook } from '../open-workbook.ts'

/** Examines every formula of a workbook: reports uncomputable formulas and cycles as diagnostics. */
export function diagnoseWorkbook(
  { bound }: OpenedWorkbook,
  diagnostics: Diagnostics,
  evaluation: EvaluationOptions,
): FormulaUsage {
  const usage = diagnoseFormulas(bound, diagnostics)
  diagnoseCycles(bound, new Evaluator(bound, evaluation), diagnostics)
  return usage
}
