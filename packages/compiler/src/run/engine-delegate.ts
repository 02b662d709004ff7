import type { EngineInterface } from '@sheetwright/runtime/engine/ports.ts'
import type { Delegate } from '@sheetwright/runtime/program/program.ts'
import type { BoundWorkbook } from '../3-bind/bind-workbook.ts'
import type { EvaluationOptions } from '../evaluate/options.ts'
import { enginePorts } from './engine-ports.ts'
import { evaluatorDelegate } from './evaluator-delegate.ts'

/** Lets an engine's program call the reference evaluator for the cells left to it. */
export function engineDelegate(
  bound: BoundWorkbook,
  ports: EngineInterface,
  options: Omit<EvaluationOptions, 'now' | 'seed'>,
): Delegate {
  const { inputs, formulas } = enginePorts(bound, ports)
  return evaluatorDelegate(bound, inputs, options, formulas)
}
