import { columnPage, type ColumnPage, type Compress, type ParquetType } from './column-page.ts'

export interface ParquetColumn {
  readonly name: string
  readonly type: ParquetType
}

/**
 * The same rows of all columns, encoded and compressed: one or more pages of the first column, then those of the
 * second, and so on. The pages of consecutive rows can be written into a file side by side without being read again.
 */
export interface RowPages {
  readonly rows: number
  readonly bytes: Uint8Array
  /** Per column: its compressed and its uncompressed bytes. */
  readonly sizes: readonly number[]
  readonly plainSizes: readonly number[]
}

/** Encodes rows as pages. */
export class RowPagesMaker {
  private readonly columns: readonly ColumnPage[]
  private readonly compress: Compress
  private rows = 0

  constructor(columns: readonly ParquetColumn[], compress: Compress) {
    this.columns = columns.map(({ type }) => columnPage(type))
    this.compress = compress
  }

  get count(): number {
    return this.rows
  }

  /** The values in column order. */
  add(row: readonly (string | number | boolean | null)[]): void {
    const { columns } = this
    for (let i = 0; i < columns.length; i++) (columns[i] as ColumnPage).add(row[i] as string | number | boolean | null)
    this.rows++
  }

  end(): RowPages {
    const { rows } = this
    const pages = this.columns.map((column) => column.end(this.compress))
    const bytes = new Uint8Array(pages.reduce((sum, { size }) => sum + size, 0))
    let at = 0
    for (const page of pages) {
      for (const part of page.bytes) {
        bytes.set(part, at)
        at += part.length
      }
    }
    this.rows = 0
    return {
      rows,
      bytes,
      sizes: pages.map(({ size }) => size),
      plainSizes: pages.map(({ plainSize }) => plainSize),
    }
  }
}
