import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readCsv, readNdjson, readParquet, readSheet, type RecordSource } from '@sheetwright/compiler/portfolio.ts'
import type { ParquetDatabase } from './duckdb.ts'

export type PortfolioFormat = 'csv' | 'ndjson' | 'xlsx' | 'parquet'

/** Opens a portfolio; its columns are known before the first record. */
export async function openPortfolio(
  file: string,
  format: PortfolioFormat,
  database: ParquetDatabase | undefined,
): Promise<RecordSource> {
  const bytes = () => (file === '-' ? process.stdin : createReadStream(file)) as AsyncIterable<Uint8Array>
  switch (format) {
    case 'csv':
      return readCsv(bytes())
    case 'ndjson':
      return readNdjson(bytes())
    case 'xlsx':
      return readSheet(await readFile(file))
    case 'parquet':
      if (database === undefined) throw new Error('Parquet is read by the database')
      return readParquet(database.connection, file)
    default:
      return format satisfies never
  }
}
