/** The plain runtime with the reference evaluator, for programs that leave cells to it. */
export { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
export { CalculationError, portableEngine } from '@sheetwright/compiler/portable-engine.ts'
