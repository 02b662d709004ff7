/** What a JS sheet computes with. */
export { CalculationError, portableEngine } from '@sheetwright/compiler/portable/portable-engine.ts'
