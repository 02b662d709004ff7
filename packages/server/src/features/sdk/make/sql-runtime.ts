/** The runtime of a SQL function. */
export { portableEngine } from '@sheetwright/compiler/portable-engine.ts'
export { sqlInputs, sqlRow } from './sql/sql-row.ts'
