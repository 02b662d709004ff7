import type { Delegate } from '@sheetwright/runtime/program/program.ts'
import type { BoundWorkbook } from './3-bind/bind-workbook.ts'
import type { CellPlace } from './4-analyse/place-index.ts'
import { Evaluator } from './evaluate/evaluator.ts'
import type { EvaluationOptions } from './evaluate/options.ts'

/** Lets a program ask the reference evaluator for the cells that were left to it. */
export function evaluatorDelegate(
  bound: BoundWorkbook,
  inputs: readonly CellPlace[],
  options: EvaluationOptions,
): Delegate {
  let evaluator: Evaluator | undefined
  return {
    begin(values) {
      const current = (evaluator ??= new Evaluator(bound, options))
      current.setInputs(inputs.map(({ sheet, row, col }, i) => ({ sheet, row, col, value: values[i] ?? null })))
    },
    value: (sheet, row, col) => evaluator?.value(sheet, row, col) ?? null,
  }
}
