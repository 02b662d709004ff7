/** Consecutive records of a portfolio: row by row, or by index in the columns of the file. */
export type RecordBlock =
  | {
      readonly rows: readonly RecordRow[]
      /** The row of each record in the file, as a spreadsheet or an editor numbers it. */
      readonly numbers: readonly number[]
    }
  | {
      readonly columns: readonly (Float64Array | readonly unknown[])[]
      readonly count: number
      /** The number of the first record, from 1. */
      readonly first: number
    }

/**
 * The values of a record, or why it is invalid. Undefined and null are left out, except null in JSON, which blanks a
 * cell.
 */
export type RecordRow = readonly unknown[] | { readonly reason: string }

/** A portfolio read block by block. */
export interface RecordSource {
  readonly columns: readonly SourceColumn[]
  readonly blocks: AsyncIterable<RecordBlock>
  /** Number of records at most, if the file tells it before they are read. */
  readonly records?: number
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

const blockRecords = 2_048

export interface NumberedRow {
  readonly number: number
  readonly row: RecordRow
}

/** Cuts rows into blocks. */
export async function* inBlocks(rows: AsyncIterable<NumberedRow> | Iterable<NumberedRow>): AsyncGenerator<RecordBlock> {
  let some: RecordRow[] = []
  let numbers: number[] = []
  for await (const { number, row } of rows) {
    numbers.push(number)
    if (some.push(row) < blockRecords) continue
    yield { rows: some, numbers }
    some = []
    numbers = []
  }
  if (some.length > 0) yield { rows: some, numbers }
}

export function countOf(block: RecordBlock): number {
  return 'rows' in block ? block.rows.length : block.count
}

/** The row of a record in its file. */
export function rowNumber(block: RecordBlock, index: number): number {
  return 'rows' in block ? (block.numbers[index] ?? 0) : block.first + index
}

/** Some records of a block. */
export function cutBlock(block: RecordBlock, from: number, to: number): RecordBlock {
  if (from === 0 && to >= countOf(block)) return block
  if ('rows' in block) return { rows: block.rows.slice(from, to), numbers: block.numbers.slice(from, to) }
  const count = Math.min(to, block.count) - from
  return { columns: block.columns.map((values) => values.slice(from, to)), count, first: block.first + from }
}
