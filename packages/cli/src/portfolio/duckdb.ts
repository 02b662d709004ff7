import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UnusableFile } from '../load-workbook.ts'

/** A database for files of Parquet, with the folder that it may fill. */
export interface ParquetDatabase {
  readonly connection: DuckDBConnection
  readonly folder: string
  close(): Promise<void>
}

/** What the database may hold in memory; more goes to the folder. */
const memoryLimit = '512MB'

/** The packed command line has no native code in it: who wants Parquet installs the database beside it. */
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

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
