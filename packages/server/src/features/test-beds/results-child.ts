import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from '../../platform/parquet/open-database.ts'
import { serveParentOften } from '../../platform/sandbox/serve-parent.ts'
import type { ResultsQuestion } from './results-request.ts'

let opened: Promise<DuckDBConnection> | undefined

/** Runs in a child process: the database is native code, and the data comes from untrusted workbooks. */
serveParentOften<ResultsQuestion>(async (question) => {
  if (question.kind === 'open') {
    opened = openDatabase(question.folder)
    await opened
    return null
  }
  if (opened === undefined) throw new Error('The child was not told its folder')
  const connection = await opened
  const answer = await connection.runAndReadAll(question.sql, [...question.values])
  return answer.getRowObjectsJS().map((row) => plain(row))
})

/** Integers come as BigInt, which messages cannot carry. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
