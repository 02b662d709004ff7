import type { RecordBlock, RecordSource, SourceColumn } from './record-block.ts'
import { sqlName, sqlText } from './sql-text.ts'
import { UnreadablePortfolio } from './unreadable-portfolio.ts'

/** What reading Parquet needs of a connection of DuckDB. */
export interface ParquetConnection {
  runAndReadAll(sql: string): Promise<{ getRowObjectsJS(): readonly object[] }>
  stream(sql: string): Promise<{ fetchChunk(): Promise<ParquetChunk | null> }>
}

interface ParquetChunk {
  readonly rowCount: number
  readonly columnCount: number
  getColumnValues(index: number): readonly unknown[]
}

interface Described {
  readonly column_name: string
  readonly column_type: string
}

export async function readParquet(connection: ParquetConnection, file: string): Promise<RecordSource> {
  const from = `read_parquet(${sqlText(file)})`
  const columns: (SourceColumn & { readonly read: string })[] = []
  let records = 0
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
    for (const { column_name: name, column_type: type } of described.getRowObjectsJS() as readonly Described[]) {
      // Runs that began when whole numbers were first written as text have BIGINT in their plan.
      columns.push({ name, type: type === 'BIGINT' ? 'INT64' : type, read: readAs(name, type) })
    }
    const counted = await connection.runAndReadAll(`SELECT count(*)::DOUBLE AS records FROM ${from}`)
    records = (counted.getRowObjectsJS() as readonly { readonly records: number }[])[0]?.records ?? 0
  } catch {
    throw new UnreadablePortfolio('The file is not a Parquet file that can be read.')
  }
  async function* blocks(): AsyncGenerator<RecordBlock> {
    const result = await connection.stream(`SELECT ${columns.map(({ read }) => read).join(', ')} FROM ${from}`)
    for (let first = 1; ; ) {
      const chunk = await result.fetchChunk()
      if (chunk === null || chunk.rowCount === 0) return
      yield columnsOf(chunk, first)
      first += chunk.rowCount
    }
  }
  return { columns: columns.map(({ name, type }) => ({ name, type })), blocks: blocks(), records }
}

/** Numbers without gaps as a typed array, other values as a list. */
function columnsOf(chunk: ParquetChunk, first: number): RecordBlock {
  const columns = Array.from({ length: chunk.columnCount }, (_, i) => {
    const values = chunk.getColumnValues(i)
    return values.every((value) => typeof value === 'number') ? Float64Array.from(values) : values
  })
  return { columns, count: chunk.rowCount, first }
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
