/** The inputs and outputs of a workbook: those that its names declare, and those that people marked on its sheets. */
export type { WorkbookInterface } from './3-bind/ports/interface.ts'
export { localeOf, localeOfWorkbook } from './3-bind/ports/locale-of.ts'
export { timeZoneOf } from './3-bind/ports/time-zone-of.ts'
export type { MarkedInterface } from './3-bind/ports/marked-ports.ts'
export type { AnchoredInterface } from './propose/anchors.ts'
export type { AskedMarks } from './propose/declare-interface.ts'
