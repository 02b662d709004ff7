import { linesOf } from '../../../platform/files/line-file.ts'
import type { SqlRow } from './dialect.ts'

/** Reads a file with one row per line, as JSON. */
export async function* rowsOfFile(file: string): AsyncGenerator<SqlRow> {
  for await (const line of linesOf(file)) yield JSON.parse(line) as SqlRow
}
