/** A workbook as plain data, and the addresses of its cells. */
export { cellName, parseRange, type Range, rangeName } from './model/address.ts'
export type { EffectiveIteration, Iteration } from './model/iteration.ts'
export { type CellStyle, plainStyle } from './model/style.ts'
export type { DefinedName, Sheet, Workbook } from './model/workbook.ts'
export type { Diagnostic, Diagnostics } from './diagnostics/diagnostics.ts'
