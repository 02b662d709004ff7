import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { readWorkbook } from '@sheetwright/compiler/1-read/read-workbook.ts'
import { ExcelError } from '@sheetwright/runtime/values.ts'
import { UnusableFile } from '../load-workbook.ts'
import { csvRows } from './csv-rows.ts'
import { type ParquetDatabase, sqlName, sqlText } from './duckdb.ts'
import { inBlocks, type RecordBlock, type RecordRow, type RecordSource, type SourceColumn } from './record-block.ts'

export type PortfolioFormat = 'csv' | 'ndjson' | 'xlsx' | 'parquet'

/** Opens a portfolio; its columns are known before the first record. */
export async function openPortfolio(
  file: string,
  format: PortfolioFormat,
  database: ParquetDatabase | undefined,
): Promise<RecordSource> {
  const stream = () => (file === '-' ? process.stdin : createReadStream(file))
  switch (format) {
    case 'csv':
      return readCsv(stream())
    case 'ndjson':
      return readLines(stream())
    case 'xlsx':
      return readSheet(await readFile(file))
    case 'parquet':
      if (database === undefined) throw new Error('Parquet is read by the database')
      return readParquet(database, file)
    default:
      return format satisfies never
  }
}

async function readCsv(stream: Readable): Promise<RecordSource> {
  const rows = csvRows(stream.setEncoding('utf8') as AsyncIterable<string>)
  const first = await rows.next()
  if (first.done === true) throw new UnusableFile('The portfolio is empty: its first line must name the columns.')
  const columns = textColumns(first.value)
  const width = columns.length
  async function* records(): AsyncGenerator<RecordRow> {
    let line = 1
    for await (const row of rows) {
      line++
      if (row.length === width) yield row.map((value) => (value === '' ? null : value))
      else yield { problem: `Row ${line} has ${row.length} values, the first one ${width}.` }
    }
  }
  return { columns, blocks: inBlocks(records()) }
}

/** The columns of NDJSON are those of its first record. A record with other columns is reported. */
async function readLines(stream: Readable): Promise<RecordSource> {
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done === true) throw new UnusableFile('The portfolio is empty.')
  const record = parsedRecord(first.value)
  if (record === undefined) throw new UnusableFile('Line 1 of the portfolio is no JSON object.')
  const columns = textColumns(Object.keys(record))
  const places = new Map(columns.map(({ name }, i) => [name, i]))
  function rowOf(text: string, line: number): RecordRow {
    const given = parsedRecord(text)
    if (given === undefined) return { problem: `Line ${line} is no JSON object.` }
    const row: unknown[] = Array.from({ length: columns.length })
    for (const [name, value] of Object.entries(given)) {
      const place = places.get(name)
      if (place === undefined) return { problem: `Line ${line} has "${name}", which the first line does not have.` }
      row[place] = value
    }
    return row
  }
  async function* records(): AsyncGenerator<RecordRow> {
    let line = 1
    yield rowOf(first.value as string, line)
    for (;;) {
      const next = await lines.next()
      if (next.done === true) return
      line++
      if (next.value.trim() !== '') yield rowOf(next.value, line)
    }
  }
  return { columns, blocks: inBlocks(records()), nullBlanks: true }
}

function parsedRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The first sheet of a workbook: a row of headings and a record in each row below. A sheet has at most a million rows.
 */
async function readSheet(bytes: Uint8Array): Promise<RecordSource> {
  const { workbook, diagnostics } = await readWorkbook(bytes)
  const sheet = workbook?.sheets[0]
  if (workbook === null || sheet === undefined) {
    throw new UnusableFile(diagnostics.map(({ message }) => message).join(' ') || 'The portfolio cannot be read.')
  }
  const used = sheet.cells.bounds()
  const [rows, width] = [(used?.bottom ?? -1) + 1, (used?.right ?? -1) + 1]
  const at = (row: number, col: number): unknown => {
    const cell = sheet.cells.get(row, col)
    if (cell === undefined) return null
    const value = cell.kind === 'constant' ? cell.value : (cell.saved ?? null)
    return value instanceof ExcelError ? value.code : value
  }
  const headings = Array.from({ length: width }, (_, col) => headingOf(at(0, col)))
  function* records(): Generator<RecordRow> {
    for (let row = 1; row < rows; row++) {
      const values = headings.map((_, col) => at(row, col))
      if (values.some((value) => value !== null && value !== '')) yield values
    }
  }
  return { columns: textColumns(headings), blocks: inBlocks(records()), date1904: workbook.date1904 }
}

function headingOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textColumns(names: readonly string[]): SourceColumn[] {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new UnusableFile(`The column "${twice}" stands twice in the portfolio.`)
  return names.map((name) => ({ name, type: 'VARCHAR' }))
}

interface Described {
  readonly column_name: string
  readonly column_type: string
}

async function readParquet({ connection }: ParquetDatabase, file: string): Promise<RecordSource> {
  const from = `read_parquet(${sqlText(file)})`
  const columns: (SourceColumn & { readonly read: string })[] = []
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
    for (const {
      column_name: name,
      column_type: type,
    } of described.getRowObjectsJS() as unknown as readonly Described[]) {
      columns.push({ name, type, read: readAs(name, type) })
    }
  } catch (reason) {
    throw new UnusableFile(`${file} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
  async function* blocks(): AsyncGenerator<RecordBlock> {
    const result = await connection.stream(`SELECT ${columns.map(({ read }) => read).join(', ')} FROM ${from}`)
    for (;;) {
      const chunk = await result.fetchChunk()
      if (chunk === null || chunk.rowCount === 0) return
      yield columnsOf(chunk)
    }
  }
  return { columns, blocks: blocks() }
}

/** Numbers without gaps as a typed array, other values as a list. */
function columnsOf(chunk: DuckDBDataChunk): RecordBlock {
  const columns = Array.from({ length: chunk.columnCount }, (_, i) => {
    const values = chunk.getColumnValues(i)
    return values.every((value) => typeof value === 'number') ? Float64Array.from(values) : values
  })
  return { columns, count: chunk.rowCount }
}

/** Numbers, texts and booleans are unchanged; dates and times become texts, lists and structures JSON. */
function readAs(name: string, type: string): string {
  const column = sqlName(name)
  if (/^(TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER|FLOAT|DOUBLE|VARCHAR|BOOLEAN)$/.test(type)) {
    return type === 'FLOAT' ? `${column}::DOUBLE` : column
  }
  if (type === 'DATE') return `strftime(${column}, '%Y-%m-%d')`
  if (type.startsWith('TIMESTAMP')) return `strftime(${column}, '%Y-%m-%dT%H:%M:%S')`
  if (/\[\]$|^STRUCT|^MAP/.test(type)) return `to_json(${column})::VARCHAR`
  // Integers and decimals that a double cannot hold stay texts, which inputs parse as numbers.
  return `${column}::VARCHAR`
}
