/** The runtime of a JS sheet. */
export { CalculationError, portableEngine } from '@sheetwright/compiler/portable-engine.ts'
