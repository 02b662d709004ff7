/** Computes an opened workbook with the reference evaluator, alone or beside a program that leaves cells to it. */
export { Evaluator } from './evaluate/evaluator.ts'
export { type TracedCell, type TraceEnd, traceRun } from './explain/trace-run.ts'
export { engineDelegate } from './run/engine-delegate.ts'
export { EvaluatorCalculator } from './run/evaluator-calculator.ts'
export { evaluatorDelegate } from './run/evaluator-delegate.ts'
export { RecalculatedWorkbook } from './run/recalculated-workbook.ts'
export { runWorkbook } from './run/run-workbook.ts'
