import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import {
  castStatement,
  csvLine,
  isPlain,
  plainType,
  type ResultColumn,
  type ResultsFormat,
} from '@sheetwright/compiler/portfolio.ts'
import { ParquetWriter } from '@sheetwright/runtime/parquet/parquet-writer.ts'
import type { RowPages } from '@sheetwright/runtime/parquet/row-pages.ts'
import { UnusableFile } from '../load-workbook.ts'
import { compressesPages } from './compress-page.ts'
import type { ParquetDatabase } from './duckdb.ts'

/** The destination of results, block by block, as the threads wrote them. */
export interface ResultsWriter {
  write(block: Uint8Array | RowPages): Promise<void>
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
    if (!compressesPages()) throw new UnusableFile('Results in Parquet need Node 22.15 or newer.')
    return ParquetResults.open(database, file, columns)
  }
  const target = file === '-' ? process.stdout : createWriteStream(file)
  if (format === 'csv') await put(target, csvLine(columns.map(({ name }) => name)))
  return {
    write: (block) => {
      if (!(block instanceof Uint8Array)) throw new Error('Pages were given where text is written')
      return put(target, block)
    },
    end: async () => {
      if (file === '-') return
      target.end()
      await finished(target)
    },
  }
}

async function put(target: Writable, text: Uint8Array | string): Promise<void> {
  if (text.length > 0 && !target.write(text)) await once(target, 'drain')
}

/** Appends pages to a file as they arrive. The database casts columns of other types at the end. */
class ParquetResults implements ResultsWriter {
  private readonly database: ParquetDatabase
  private readonly file: string
  private readonly columns: readonly ResultColumn[]
  private readonly written: string
  private readonly handle: FileHandle
  private readonly writer: ParquetWriter

  private constructor(
    database: ParquetDatabase,
    file: string,
    columns: readonly ResultColumn[],
    written: string,
    handle: FileHandle,
  ) {
    this.database = database
    this.file = file
    this.columns = columns
    this.written = written
    this.handle = handle
    const plain = columns.map(({ name, type }) => ({ name, type: plainType(type) }))
    this.writer = new ParquetWriter(plain, (bytes) => handle.writeFile(bytes))
  }

  static async open(
    database: ParquetDatabase,
    file: string,
    columns: readonly ResultColumn[],
  ): Promise<ParquetResults> {
    const isReady = columns.every(({ type }) => isPlain(type))
    const written = isReady ? path.resolve(file) : path.join(database.folder, 'results.parquet')
    return new ParquetResults(database, file, columns, written, await open(written, 'w'))
  }

  async write(block: Uint8Array | RowPages): Promise<void> {
    if (block instanceof Uint8Array) throw new Error('Text was given where pages are written')
    await this.writer.add(block)
  }

  async end(): Promise<void> {
    await this.writer.end()
    await this.handle.close()
    const target = path.resolve(this.file)
    if (this.written === target) return
    await this.database.connection.run(castStatement(this.columns, this.written, target))
  }
}
