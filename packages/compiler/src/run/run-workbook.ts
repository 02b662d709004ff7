import type { EngineInputs, EngineResult, ExecuteOptions } from '@sheetwright/runtime/engine/call.ts'
import { Engine } from '@sheetwright/runtime/engine/engine.ts'
import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { Evaluator } from '../evaluate/evaluator.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { EvaluatorCalculator } from './evaluator-calculator.ts'

export type RunOptions = EvaluationOptions & ExecuteOptions

/** Computes the outputs of a workbook for a caller's inputs with the reference evaluator. */
export function runWorkbook(
  bound: BoundWorkbook,
  ports: EngineInterface,
  inputs: EngineInputs,
  options: RunOptions,
): EngineResult & { readonly evaluator: Evaluator } {
  const calculator = new EvaluatorCalculator(bound, options)
  const result = new Engine(ports, calculator).execute(inputs, options)
  return { ...result, evaluator: calculator.evaluator }
}
