/** The tables of a workbook: finds and reads them, and says what other rows change. `write-back.ts` writes them. */
export { findTables, type ReferenceTable, rowsOfTable, tablesOfExcel } from './tables/reference-tables.ts'
export { replaceTable } from './tables/replace-table.ts'
export type { CellValue } from './write-back/changes.ts'
