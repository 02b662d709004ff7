import type { ParquetType } from '@sheetwright/runtime/parquet/column-page.ts'

export type ResultsFormat = 'csv' | 'ndjson' | 'parquet'

/** A column of the results. `VARCHAR`, `DOUBLE` and `BOOLEAN` are written as such, others as text that is cast to them. */
export interface ResultColumn {
  readonly name: string
  readonly type: string
}

/** The type a column is first written as. */
export function plainType(type: string): ParquetType {
  return isPlain(type) ? (type as ParquetType) : 'VARCHAR'
}

export function isPlain(type: string): boolean {
  return type === 'VARCHAR' || type === 'DOUBLE' || type === 'BOOLEAN'
}
