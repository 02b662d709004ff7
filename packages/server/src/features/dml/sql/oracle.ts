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
} from './dialect.ts'

const quote = (name: string) => `"${name}"`

/** The most bytes of a VARCHAR2 and of a literal. */
const mostBytes = 4_000
const mostCharacters = 1_000
/** Short enough for a line of the client, in any characters. */
const pieceLength = 500

function isLong({ length }: Pick<SqlColumn, 'length'>): boolean {
  return length === null || length > mostCharacters
}

function typeOf(column: SqlColumn): string {
  const { type, length, precision, scale } = column
  switch (type) {
    case 'text':
      return isLong(column) ? 'CLOB' : `VARCHAR2(${length} CHAR)`
    case 'integer':
      return 'NUMBER(19)'
    case 'decimal':
      return `NUMBER(${precision ?? 38}, ${scale ?? 10})`
    case 'float':
      return 'BINARY_DOUBLE'
    case 'boolean':
      return 'NUMBER(1)'
    case 'date':
      return 'DATE'
    case 'datetime':
      return 'TIMESTAMP(3)'
    case 'time':
      // Oracle has no type for a time of day.
      return 'VARCHAR2(12 CHAR)'
    default:
      return type satisfies never
  }
}

/** The client ends a statement at some line ends, even within a text, so none is written. */
function text(value: string, isClob: boolean): string {
  const parts = value
    .split(/(\r|\n)/)
    .flatMap((part) => (part === '\r' ? 'CHR(13)' : part === '\n' ? 'CHR(10)' : textPieces(part, pieceLength)))
  if (parts.length === 0) return 'NULL'
  const joined = parts.join('\n    || ')
  return isClob
    ? `TO_CLOB(${parts[0]})${parts
        .slice(1)
        .map((part) => `\n    || ${part}`)
        .join('')}`
    : joined
}

function literal(value: SqlValue, column: SqlColumn): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? '1' : '0'
  switch (column.type) {
    case 'integer':
    case 'decimal':
      return value
    case 'float':
      // Read from text, because a number literal cannot be as large or as small; the opening sets the decimal point.
      return `TO_BINARY_DOUBLE('${value}')`
    case 'date':
      return `DATE '${value}'`
    case 'datetime':
      return `TIMESTAMP '${value}'`
    case 'time':
      return `'${value}'`
    default:
      return text(value, isLong(column))
  }
}

function problemOf(value: SqlValue, column: SqlColumn): string | undefined {
  if (value === '' && !column.nullable) return 'is an empty text, which Oracle takes for no value'
  if (typeof value === 'string' && column.type === 'text' && !isLong(column) && Buffer.byteLength(value) > mostBytes) {
    return `has more than ${mostBytes} bytes`
  }
  return unstorableText(value)
}

const writing = { quote, literal }

/** One value per line: the client refuses long lines. */
const listed = (items: readonly string[]) => items.map((item) => `\n    ${item}`).join(',')

function insertRow(table: TargetTable, row: SqlRow): string {
  const literals = row.map((value, place) => literal(value, columnAt(table, place)))
  return `INSERT INTO ${quote(table.name)} ${columnList(writing, table)} VALUES (${listed(literals)});\n`
}

function mergeRow(table: TargetTable, row: SqlRow): string {
  const names = table.columns.map(({ name }) => quote(name))
  const source = row.map((value, place) => `${literal(value, columnAt(table, place))} AS ${names[place] ?? ''}`)
  const rest = names.filter((_, place) => !table.key.includes(place))
  const on = table.key.map((place) => names[place] ?? '').map((name) => `t.${name} = s.${name}`)
  const update =
    rest.length === 0 ? '' : `WHEN MATCHED THEN UPDATE SET ${listed(rest.map((name) => `t.${name} = s.${name}`))}\n`
  return (
    `MERGE INTO ${quote(table.name)} t\nUSING (SELECT ${listed(source)}\n  FROM dual) s\nON (${on.join(' AND ')})\n${update}` +
    `WHEN NOT MATCHED THEN INSERT (${listed(names)})\n  VALUES (${listed(names.map((name) => `s.${name}`))});\n`
  )
}

export const oracle: Dialect = {
  opening:
    "-- Run with SQL*Plus or SQLcl and NLS_LANG=.AL32UTF8\nSET DEFINE OFF\nSET SQLBLANKLINES ON\nWHENEVER SQLERROR EXIT FAILURE ROLLBACK\nALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';\n",
  closing: 'COMMIT;\n',
  nameLimit: { most: 128, in: 'bytes' },
  forbiddenInNames: /["\0]/g,
  quote,
  typeOf,
  literal,
  problemOf,
  foldKey: (key) => key,
  createTable: (table) => createTableText({ quote, typeOf }, table),
  dropTable: ({ name }) => `DROP TABLE ${quote(name)};\n`,
  insert: (table, rows) => rows.map((row) => insertRow(table, row)).join(''),
  upsert: (table, rows) => rows.map((row) => mergeRow(table, row)).join(''),
  remove: (table, keys) => `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(writing, table, keys)};\n`,
}
