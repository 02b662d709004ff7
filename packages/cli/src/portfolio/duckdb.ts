import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UnusableFile } from '../load-workbook.ts'

/** A database for Parquet files, with its temporary folder. */
export interface ParquetDatabase {
  readonly connection: DuckDBConnection
  readonly folder: string
  close(): Promise<void>
}

/** Memory limit of the database; it spills the rest to the folder. */
const memoryLimit = '512MB'

/** The packed command line has no native code: users who need Parquet install the database beside it. */
export async function openDatabase(): Promise<ParquetDatabase> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch(() => {
    throw new UnusableFile('Parquet needs the package @duckdb/node-api 1.5.5-r.5. Install it beside sheetwright.')
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'sheetwright-run-'))
  const options = { memory_limit: memoryLimit, threads: '2', temp_directory: path.join(folder, 'spill') }
  const instance = await DuckDBInstance.create(':memory:', options)
  const connection = await instance.connect()
  return {
    connection,
    folder,
    close: async () => {
      connection.closeSync()
      instance.closeSync()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
