import type { Dialect, SqlRow, TargetTable } from './dialect.ts'

/** Rows in one statement or batch. */
const rowsInBatch = 500
/** The longest statement, except for a single row that is longer. */
const mostText = 500_000

export type Write = (text: string) => Promise<void>

/** Splits rows into batches that fit into one statement. */
async function* batchesOf(rows: AsyncIterable<SqlRow> | Iterable<SqlRow>): AsyncGenerator<SqlRow[]> {
  let batch: SqlRow[] = []
  let size = 0
  for await (const row of rows) {
    const length = row.reduce((sum, value) => sum + (typeof value === 'string' ? value.length : 4) + 4, 0)
    if (batch.length > 0 && (batch.length >= rowsInBatch || size + length > mostText)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(row)
    size += length
  }
  if (batch.length > 0) yield batch
}

/** Writes statements for rows as they arrive; only one batch is in memory. */
export async function writeStatements(
  dialect: Dialect,
  kind: 'insert' | 'upsert' | 'remove',
  table: TargetTable,
  rows: AsyncIterable<SqlRow> | Iterable<SqlRow>,
  write: Write,
): Promise<number> {
  let count = 0
  for await (const batch of batchesOf(kind === 'remove' ? keysOf(table, rows) : rows)) {
    await write(dialect[kind](table, batch))
    count += batch.length
  }
  return count
}

async function* keysOf({ key }: TargetTable, rows: AsyncIterable<SqlRow> | Iterable<SqlRow>): AsyncGenerator<SqlRow> {
  for await (const row of rows) yield key.map((place) => row[place] ?? null)
}
