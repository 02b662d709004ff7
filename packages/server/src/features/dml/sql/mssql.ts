import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import {
  columnAt,
  columnList,
  createTableText,
  type Dialect,
  keyCondition,
  type SqlRow,
  type SqlValue,
  type TargetTable,
  textPieces,
  unstorableText,
  values,
  withoutLastSpaces,
} from './dialect.ts'

const quote = (name: string) => `[${name.replaceAll(']', ']]')}]`

const longestNvarchar = 4_000
const pieceLength = 2_000

function typeOf(column: SqlColumn): string {
  const isText = column.type === 'text'
  return isText ? `${plainType(column)} COLLATE Latin1_General_100_BIN2` : plainType(column)
}

function plainType({ type, length, precision, scale }: SqlColumn): string {
  switch (type) {
    case 'text':
      return length === null || length > longestNvarchar ? 'nvarchar(max)' : `nvarchar(${length})`
    case 'integer':
      return 'bigint'
    case 'decimal':
      return `decimal(${precision ?? 38}, ${scale ?? 10})`
    case 'float':
      return 'float(53)'
    case 'boolean':
      return 'bit'
    case 'date':
      return 'date'
    case 'datetime':
      return 'datetime2(3)'
    case 'time':
      return 'time(3)'
    default:
      return type satisfies never
  }
}

/**
 * A line GO ends a batch and $( starts a client variable, even within a text: neither is written. Longer texts are
 * joined as nvarchar(max), because others are cut after 4,000 characters.
 */
function text(value: string): string {
  const parts = value
    .split(/(\r|\n|\$(?=\())/)
    .flatMap((part) => (part === '\r' ? 'NCHAR(13)' : part === '\n' ? 'NCHAR(10)' : textPieces(part, pieceLength, 'N')))
  if (parts.length === 0) return "N''"
  if (parts.length === 1 && parts[0] !== undefined && value.length <= longestNvarchar) return parts[0]
  return `CAST(N'' AS nvarchar(max)) + ${parts.join(' + ')}`
}

function literal(value: SqlValue, column: SqlColumn): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  switch (column.type) {
    case 'integer':
    case 'decimal':
      return value
    case 'float':
      return /e/i.test(value) ? value : `${value}e0`
    case 'text':
      return text(value)
    default:
      return `CAST('${value.replace(' ', 'T')}' AS ${plainType(column)})`
  }
}

const writing = { quote, literal }

/** A list of rows takes its types from the first row, so it is cast: a column of NULLs would become an integer. */
function rowsText(table: TargetTable, rows: readonly SqlRow[]): string {
  const typed = (row: SqlRow) =>
    `(${row
      .map((value, place) => {
        const column = columnAt(table, place)
        return `CAST(${literal(value, column)} AS ${plainType(column)})`
      })
      .join(', ')})`
  return rows.map((row, i) => `  ${i === 0 ? typed(row) : values(writing, table, row)}`).join(',\n')
}

export const mssql: Dialect = {
  opening: 'SET XACT_ABORT ON;\nSET QUOTED_IDENTIFIER ON;\nBEGIN TRANSACTION;\n',
  closing: 'COMMIT TRANSACTION;\n',
  nameLimit: { most: 128, in: 'characters' },
  forbiddenInNames: /\0/g,
  quote,
  typeOf,
  literal,
  problemOf: unstorableText,
  foldKey: withoutLastSpaces,
  createTable: (table) => createTableText({ quote, typeOf }, table),
  dropTable: ({ name }) => `DROP TABLE ${quote(name)};\n`,
  insert: (table, rows) =>
    `INSERT INTO ${quote(table.name)} ${columnList(writing, table)} VALUES\n${rowsText(table, rows)};\n`,
  upsert: (table, rows) => {
    const names = table.columns.map(({ name }) => quote(name))
    const rest = table.columns.filter((_, place) => !table.key.includes(place)).map(({ name }) => quote(name))
    const on = table.key.map((place) => quote(columnAt(table, place).name)).map((name) => `t.${name} = s.${name}`)
    const update =
      rest.length === 0 ? '' : `WHEN MATCHED THEN UPDATE SET ${rest.map((name) => `${name} = s.${name}`).join(', ')}\n`
    return (
      `MERGE INTO ${quote(table.name)} WITH (HOLDLOCK) AS t\nUSING (VALUES\n${rowsText(table, rows)}\n` +
      `) AS s ${columnList(writing, table)}\nON ${on.join(' AND ')}\n${update}` +
      `WHEN NOT MATCHED THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `s.${name}`).join(', ')});\n`
    )
  },
  remove: (table, keys) => `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(writing, table, keys)};\n`,
}
