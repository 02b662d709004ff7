/** Some records of a portfolio, in their order: row by row, or by place in the columns of the file. */
export type RecordBlock =
  | { readonly rows: readonly RecordRow[] }
  | { readonly columns: readonly (Float64Array | readonly unknown[])[]; readonly count: number }

/** The values of a record, or why it is none. Undefined and null are left out, except null in JSON, which blanks a cell. */
export type RecordRow = readonly unknown[] | { readonly problem: string }

/** A portfolio that is read block by block. */
export interface RecordSource {
  readonly columns: readonly SourceColumn[]
  readonly blocks: AsyncIterable<RecordBlock>
  /** Of a workbook: from which year it counts days. */
  readonly date1904?: boolean
  /** Null is a value, not an empty cell. */
  readonly nullBlanks?: boolean
}

export interface SourceColumn {
  readonly name: string
  /** The type that results keep it as in Parquet. */
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
