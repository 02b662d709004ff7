/** The inputs and outputs of a workbook: those that its names declare, and those that people marked on its sheets. */
export type { WorkbookInterface } from './3-bind/ports/interface.ts'
export { localeOf, localeOfWorkbook, unknownLocale } from './3-bind/ports/locale-of.ts'
export { timeZoneOf, unknownTimeZone } from './3-bind/ports/time-zone-of.ts'
export type { MarkedInterface } from './3-bind/ports/marked-ports.ts'
export type { AnchoredInterface } from './propose/anchors.ts'
export type { AskedMarks } from './propose/declare-interface.ts'
