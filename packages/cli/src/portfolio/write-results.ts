import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import type { DuckDBAppender } from '@duckdb/node-api'
import { csvLine } from './csv-rows.ts'
import { type ParquetDatabase, sqlName, sqlText } from './duckdb.ts'

export type ResultsFormat = 'csv' | 'ndjson' | 'parquet'

/** A column of the results. `VARCHAR`, `DOUBLE` and `BOOLEAN` are written as such, others as text that is cast to them. */
export interface ResultColumn {
  readonly name: string
  readonly type: string
}

/** Where results go, row by row. */
export interface ResultsWriter {
  write(rows: readonly (readonly unknown[])[]): Promise<void>
  end(): Promise<void>
}

export async function openResults(
  file: string,
  format: ResultsFormat,
  columns: readonly ResultColumn[],
  database: ParquetDatabase | undefined,
): Promise<ResultsWriter> {
  if (format === 'parquet') {
    if (database === undefined) throw new Error('Parquet is written by the database')
    return ParquetWriter.open(database, file, columns)
  }
  const target = file === '-' ? process.stdout : createWriteStream(file)
  const names = columns.map(({ name }) => name)
  if (format === 'csv') await put(target, csvLine(names))
  const lineOf = format === 'csv' ? csvLine : (row: readonly unknown[]) => jsonLine(names, row)
  return {
    write: (rows) => put(target, rows.map(lineOf).join('')),
    end: async () => {
      if (file === '-') return
      target.end()
      await finished(target)
    },
  }
}

async function put(target: Writable, text: string): Promise<void> {
  if (text !== '' && !target.write(text)) await once(target, 'drain')
}

function jsonLine(names: readonly string[], row: readonly unknown[]): string {
  return `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])))}\n`
}

/** Rows that are gathered before they become a part of the file. */
const partRows = 250_000

/** Writes parts while rows come, and joins them at the end, so that memory does not grow. */
class ParquetWriter implements ResultsWriter {
  private readonly database: ParquetDatabase
  private readonly file: string
  private readonly columns: readonly ResultColumn[]
  private readonly table: string
  private appender: DuckDBAppender
  private rows = 0
  private parts = 0

  private constructor(
    database: ParquetDatabase,
    file: string,
    columns: readonly ResultColumn[],
    table: string,
    appender: DuckDBAppender,
  ) {
    this.database = database
    this.file = file
    this.columns = columns
    this.table = table
    this.appender = appender
  }

  static async open(database: ParquetDatabase, file: string, columns: readonly ResultColumn[]): Promise<ParquetWriter> {
    const table = 'results'
    const shaped = columns.map(({ type }, i) => `c${i} ${isPlain(type) ? type : 'VARCHAR'}`)
    await database.connection.run(`CREATE TABLE ${table} (${shaped.join(', ')})`)
    return new ParquetWriter(database, file, columns, table, await database.connection.createAppender(table))
  }

  async write(rows: readonly (readonly unknown[])[]): Promise<void> {
    const { appender, columns } = this
    for (const row of rows) {
      for (const [i, { type }] of columns.entries()) append(appender, row[i], type)
      appender.endRow()
    }
    this.rows += rows.length
    if (this.rows >= partRows) await this.endPart()
  }

  async end(): Promise<void> {
    if (this.rows > 0 || this.parts === 0) await this.endPart()
    this.appender.closeSync()
    const parts = Array.from({ length: this.parts }, (_, i) => sqlText(this.partFile(i))).join(', ')
    const to = `TO ${sqlText(path.resolve(this.file))} (FORMAT parquet, COMPRESSION zstd)`
    await this.database.connection.run(`COPY (SELECT * FROM read_parquet([${parts}])) ${to}`)
  }

  private async endPart(): Promise<void> {
    this.appender.closeSync()
    const { connection } = this.database
    const shown = this.columns.map(({ name, type }, i) =>
      isPlain(type) ? `c${i} AS ${sqlName(name)}` : `CAST(c${i} AS ${type}) AS ${sqlName(name)}`,
    )
    const to = `TO ${sqlText(this.partFile(this.parts))} (FORMAT parquet, COMPRESSION zstd)`
    await connection.run(`COPY (SELECT ${shown.join(', ')} FROM ${this.table}) ${to}`)
    await connection.run(`TRUNCATE ${this.table}`)
    this.appender = await connection.createAppender(this.table)
    this.rows = 0
    this.parts++
  }

  private partFile(part: number): string {
    return path.join(this.database.folder, `part-${part}.parquet`)
  }
}

function isPlain(type: string): boolean {
  return type === 'VARCHAR' || type === 'DOUBLE' || type === 'BOOLEAN'
}

function append(appender: DuckDBAppender, value: unknown, type: string): void {
  if (value === null || value === undefined) appender.appendNull()
  else if (type === 'DOUBLE' && typeof value === 'number') appender.appendDouble(value)
  else if (type === 'BOOLEAN' && typeof value === 'boolean') appender.appendBoolean(value)
  else if (type === 'DOUBLE' || type === 'BOOLEAN') appender.appendNull()
  else appender.appendVarchar(typeof value === 'string' ? value : JSON.stringify(value))
}
