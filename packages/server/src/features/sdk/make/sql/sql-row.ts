import type { PortableResult } from '@sheetwright/compiler/portable-engine.ts'

/** The kind of a value in a SQL function. Dates and times are texts, as over HTTP. */
export type SqlKind = 'number' | 'text' | 'boolean' | 'json'

/** An argument or a column of a SQL function. */
export interface SqlColumn {
  readonly column: string
  /** Name of the input or output. */
  readonly name: string
  readonly kind: SqlKind
}

interface SqlForm {
  /** Column names are upper-case. */
  readonly upperCase: boolean
  /** JSON is passed as text. */
  readonly jsonAsText: boolean
}

const statusColumn = 'sheetwright_status'
const errorsColumn = 'sheetwright_errors'

/** Columns of every row besides the outputs. */
export function ownColumns({ upperCase }: Pick<SqlForm, 'upperCase'>): readonly Pick<SqlColumn, 'column' | 'kind'>[] {
  const named = (column: string) => (upperCase ? column.toUpperCase() : column)
  return [
    { column: named(statusColumn), kind: 'text' },
    { column: named(errorsColumn), kind: 'json' },
  ]
}

/** The inputs for the arguments of a SQL function: NULL blanks a cell. */
export function sqlInputs(
  columns: readonly SqlColumn[],
  values: readonly unknown[],
  { jsonAsText }: SqlForm,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, kind }, i) => {
      const value = values[i] ?? null
      return [name, kind === 'json' && jsonAsText && typeof value === 'string' ? JSON.parse(value) : value]
    }),
  )
}

/**
 * The row that a SQL function returns. A value that does not fit its column's type, such as an error, is NULL there and
 * reported in the column of errors; it never becomes another value.
 */
export function sqlRow(
  columns: readonly SqlColumn[],
  { status, outputs, errors }: Pick<PortableResult, 'status' | 'outputs' | 'errors'>,
  form: SqlForm,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const told = errors.map(({ key, message }) => ({ key, message }))
  for (const { column, name, kind } of columns) {
    const value = outputs?.[name] ?? null
    row[column] = fitting(value, kind, form)
    if (value === null || row[column] !== null || told.some(({ key }) => key === name)) continue
    told.push({ key: name, message: `${JSON.stringify(value)} is no ${kind}` })
  }
  const [ofStatus, ofErrors] = form.upperCase
    ? [statusColumn.toUpperCase(), errorsColumn.toUpperCase()]
    : [statusColumn, errorsColumn]
  row[ofStatus] = status
  row[ofErrors] = told.length === 0 ? null : fitting(told, 'json', form)
  return row
}

function fitting(value: unknown, kind: SqlKind, { jsonAsText }: SqlForm): unknown {
  if (value === null) return null
  if (kind === 'json') return jsonAsText ? JSON.stringify(value) : value
  if (kind === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  return typeof value === kind ? value : null
}
