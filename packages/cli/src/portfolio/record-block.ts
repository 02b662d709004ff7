/** Consecutive records of a portfolio: row by row, or by index in the columns of the file. */
export type RecordBlock =
  | { readonly rows: readonly RecordRow[] }
  | { readonly columns: readonly (Float64Array | readonly unknown[])[]; readonly count: number }

/**
 * The values of a record, or why it is invalid. Undefined and null are left out, except null in JSON, which blanks a
 * cell.
 */
export type RecordRow = readonly unknown[] | { readonly problem: string }

/** A portfolio read block by block. */
export interface RecordSource {
  readonly columns: readonly SourceColumn[]
  readonly blocks: AsyncIterable<RecordBlock>
  /** Of a workbook: its date system (1900 or 1904). */
  readonly date1904?: boolean
  /** Null is a value, not an empty cell. */
  readonly nullBlanks?: boolean
}

export interface SourceColumn {
  readonly name: string
  /** Its Parquet type in the results. */
  readonly type: string
}

export const blockRecords = 2_048

/** Cuts rows into blocks. */
export async function* inBlocks(rows: AsyncIterable<RecordRow> | Iterable<RecordRow>): AsyncGenerator<RecordBlock> {
  let some: RecordRow[] = []
  for await (const row of rows) {
    if (some.push(row) < blockRecords) continue
    yield { rows: some }
    some = []
  }
  if (some.length > 0) yield { rows: some }
}
