/** A portfolio is a file of records: reads them, plans which of its columns are inputs, and writes the results of each. */
import type { FarRowStore } from './portfolio/read-sheet.ts'
import type { RecordSource } from './portfolio/record-block.ts'

export { blockCsv, csvLine } from './portfolio/csv-rows.ts'
export { planRows } from './portfolio/plan-rows.ts'
export { readCsv, readNdjson } from './portfolio/read-lines.ts'
export { readParquet } from './portfolio/read-parquet.ts'
export { countOf, cutBlock, type RecordBlock, type RecordSource, rowNumber } from './portfolio/record-block.ts'
export { castStatement, isPlain, plainType, type ResultColumn, type ResultsFormat } from './portfolio/result-column.ts'
export {
  type BlockResults,
  type RecordError,
  recordOf,
  recordsOf,
  type RowPlan,
  RowWriter,
} from './portfolio/result-rows.ts'
export { UnreadablePortfolio } from './portfolio/unreadable-portfolio.ts'

/** The first sheet of a workbook: a row of headings and a record in each row below. */
export async function readSheet(bytes: Uint8Array, far?: FarRowStore): Promise<RecordSource> {
  // Loaded only for workbooks: it brings the readers of all their formats.
  const sheets = await import('./portfolio/read-sheet.ts')
  return sheets.readSheet(bytes, far)
}
