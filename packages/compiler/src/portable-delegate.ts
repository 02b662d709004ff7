import type { FunctionDefinition } from '@sheetwright/runtime/functions/definition.ts'
import type { Delegate, ProgramModule } from '@sheetwright/runtime/program/program.ts'
import { BoundWorkbook } from './3-bind/bind-workbook.ts'
import type { EvaluationOptions } from './evaluate/options.ts'
import { evaluatorDelegate } from './run/evaluator-delegate.ts'
import { type WorkbookData, workbookFrom } from './portable/workbook-data.ts'

/**
 * The reference evaluator for a program that leaves cells to it, built from the workbook data in the program. Needs
 * neither the file nor Node, so that it runs wherever the program does; undefined if the program never calls it.
 */
export function portableDelegate(
  module: ProgramModule,
  functions: ReadonlyMap<string, FunctionDefinition>,
  options: Omit<EvaluationOptions, 'now' | 'seed'>,
): Delegate | undefined {
  if (module.workbook === undefined) return undefined
  const bound = new BoundWorkbook(workbookFrom(module.workbook as WorkbookData), functions)
  const formulas = module.about.formulas.map(({ name, text, home, place }) => ({ name, text, home, ...place }))
  return evaluatorDelegate(bound, module.about.inputs, options, formulas)
}
