import type { ParquetType } from '@sheetwright/runtime/parquet/column-page.ts'
import { sqlName, sqlText } from './sql-text.ts'

export type ResultsFormat = 'csv' | 'ndjson' | 'parquet'

/** A column of the results. Types of Parquet are written as such, others as text that is cast to them. */
export interface ResultColumn {
  readonly name: string
  readonly type: string
}

const plain: ReadonlySet<string> = new Set<ParquetType>(['VARCHAR', 'DOUBLE', 'BOOLEAN', 'INTEGER', 'INT64'])

/** The type a column is first written as. */
export function plainType(type: string): ParquetType {
  return isPlain(type) ? (type as ParquetType) : 'VARCHAR'
}

export function isPlain(type: string): boolean {
  return plain.has(type)
}

/** Copies a file of results, with the columns in the types of the portfolio. */
export function castStatement(columns: readonly ResultColumn[], from: string, to: string): string {
  const shown = columns.map(({ name, type }) =>
    isPlain(type) ? sqlName(name) : `CAST(${sqlName(name)} AS ${type}) AS ${sqlName(name)}`,
  )
  const rows = `SELECT ${shown.join(', ')} FROM read_parquet(${sqlText(from)})`
  return `COPY (${rows}) TO ${sqlText(to)} (FORMAT parquet, COMPRESSION zstd)`
}
