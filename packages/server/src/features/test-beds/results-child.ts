import path from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase } from '../../platform/parquet/open-database.ts'
import { serveParentOften } from '../../platform/sandbox/serve-parent.ts'
import type { ResultsQuestion } from './results-request.ts'

let opened: Promise<DuckDBConnection> | undefined
let home = ''

/** Runs in a child process: the database is native code, and the data comes from untrusted workbooks. */
serveParentOften<ResultsQuestion>(async (question) => {
  if (question.kind === 'open') {
    home = question.folder
    opened = openDatabase(question.folder)
    await opened
    return null
  }
  if (opened === undefined) throw new Error('The child was not told its folder')
  const connection = await opened
  switch (question.kind) {
    case 'query': {
      const answer = await connection.runAndReadAll(question.sql, [...question.values])
      return answer.getRowObjectsJS().map((row) => plain(row))
    }
    case 'write':
      await connection.run(`COPY (${question.sql}) TO '${place(question.file)}' (FORMAT json)`)
      return null
    default:
      return question satisfies never
  }
})

/** File names are made by the product; any others are refused anyway. */
function place(file: string): string {
  if (!/^[\w-]+\.(?:parquet|jsonl)$/.test(file)) throw new Error('That is no name of a file of results')
  return path.join(home, file)
}

/** Integers come as BigInt, which messages cannot carry. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
}
