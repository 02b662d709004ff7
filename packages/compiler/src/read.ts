/** Reads the cells of a workbook, as their application saved them. `open-workbook.ts` resolves its formulas too. */
export type { FarSheet, FarStore, FarTexts } from './1-read/far-store.ts'
export { readWorkbook } from './1-read/read-workbook.ts'
