import type { SqlCall, SqlParts } from './sql-dialect.ts'
import { ownColumns, type SqlKind } from './sql-row.ts'

/** The SQL syntax of a database that functions need. */
export interface SqlWriting {
  readonly types: Readonly<Record<SqlKind, string>>
  /** Quotes a text. */
  readonly quote: (text: string) => string
  /** A JSON value as an expression. */
  readonly json: (text: string) => string
  /** Compares two JSON expressions. */
  readonly sameJson: (left: string, right: string) => string
  readonly upperCase: boolean
}

/** The most cases in the test query. */
const mostTested = 5

/** A typed constant. Numbers are cast from text, which is exact. */
export function constantOf(value: unknown, kind: SqlKind, { types, quote, json }: SqlWriting): string {
  if (value === null || value === undefined) return `CAST(NULL AS ${types[kind]})`
  if (kind === 'number' && typeof value === 'number') return `CAST(${quote(String(value))} AS ${types.number})`
  if (kind === 'boolean' && typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (kind === 'json') return json(typeof value === 'string' ? value : JSON.stringify(value))
  return quote(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Comment lines above a function: description, arguments and columns. */
export function headLines(
  { about, inputs, outputs }: SqlParts,
  { types }: SqlWriting,
  more: readonly string[],
): string {
  const lineOf = ({ column, kind, port }: SqlParts['inputs'][number]) =>
    `  ${column} ${types[kind]}: ${port.name}${port.type === undefined ? '' : ` (${port.type})`}, ${port.cell}`
  const lines = [
    ...about,
    ...more,
    'Arguments, NULL for a blank cell:',
    ...inputs.map(lineOf),
    '  as_of: the moment that NOW and TODAY give, as YYYY-MM-DDThh:mm:ssZ; NULL for the moment of the call',
    '  seed: makes RAND repeatable; NULL for another one in each call',
    'Results:',
    ...outputs.map(lineOf),
    '  sheetwright_status: success, or refused or stopped, which have no outputs',
    '  sheetwright_errors: errors of outputs and inputs as JSON; an output with an error is NULL where its type is no text',
  ]
  return lines.map((line) => `-- ${line.replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`).join('')
}

/** A query with a row for each case: whether the function returns the server's results. */
export function testQuery(
  { inputs, outputs, calls }: SqlParts,
  writing: SqlWriting,
  from: (values: string) => { readonly source: string; readonly row: string },
): string {
  const columns = [...outputs, ...ownColumns(writing)]
  const isSame = (row: string, { column, kind }: (typeof columns)[number], expected: unknown) => {
    const constant = constantOf(expected, kind, writing)
    if (kind === 'json' && expected !== null) return writing.sameJson(`${row}.${column}`, constant)
    return `${row}.${column} IS NOT DISTINCT FROM ${constant}`
  }
  const one = ({ name, values, row: expected }: SqlCall) => {
    const kinds: SqlKind[] = [...inputs.map(({ kind }) => kind), 'text', 'number']
    const { source, row } = from(values.map((value, i) => constantOf(value, kinds[i] ?? 'text', writing)).join(', '))
    const checks = columns.map((column) => isSame(row, column, expected[column.column] ?? null))
    return `SELECT ${writing.quote(name)} AS test_case, ${checks.join('\n    AND ')} AS passes\nFROM ${source}`
  }
  const shown = calls.slice(0, mostTested)
  return `-- Each case passes: these are the results that the server computed.\n${shown.map(one).join('\nUNION ALL\n')};\n`
}
