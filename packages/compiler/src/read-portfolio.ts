/** Reads the records of a portfolio in any of its formats. */
import type { FarRowStore } from './portfolio/read-sheet.ts'
import type { RecordSource } from './portfolio/record-block.ts'

export { readCsv, readNdjson } from './portfolio/read-lines.ts'
export { readParquet } from './portfolio/read-parquet.ts'

/** The first sheet of a workbook: a row of headings and a record in each row below. */
export async function readSheet(bytes: Uint8Array, far?: FarRowStore): Promise<RecordSource> {
  // Loaded only for workbooks: it brings the readers of all their formats.
  const sheets = await import('./portfolio/read-sheet.ts')
  return sheets.readSheet(bytes, far)
}
