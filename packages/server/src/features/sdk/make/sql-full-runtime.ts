/** The SQL runtime with the reference evaluator, for programs that leave cells to it. */
export { portableDelegate } from '@sheetwright/compiler/portable-delegate.ts'
export { portableEngine } from '@sheetwright/compiler/portable-engine.ts'
export { sqlInputs, sqlRow } from './sql/sql-row.ts'
