import { linesOf } from '../../../platform/files/line-file.ts'
import type { SqlRow } from './dialect.ts'

/** Rows of a file that holds one a line, as JSON. */
export async function* rowsOfFile(file: string): AsyncGenerator<SqlRow> {
  for await (const line of linesOf(file)) yield JSON.parse(line) as SqlRow
}
