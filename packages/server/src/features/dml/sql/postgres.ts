import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import {
  columnAt,
  createTableText,
  type Dialect,
  insertText,
  keyCondition,
  type SqlValue,
  unstorableText,
} from './dialect.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

function typeOf({ type, length, precision, scale }: SqlColumn): string {
  switch (type) {
    case 'text':
      return length === null ? 'text' : `varchar(${length})`
    case 'integer':
      return 'bigint'
    case 'decimal':
      return `numeric(${precision ?? 38}, ${scale ?? 10})`
    case 'float':
      return 'double precision'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'datetime':
      return 'timestamp(3)'
    case 'time':
      return 'time(3)'
    default:
      return type satisfies never
  }
}

/** Escapes preserve line ends, even if a tool converts those of the file. */
function text(value: string): string {
  const doubled = value.replaceAll("'", "''")
  if (!/[\\\r\n]/.test(value)) return `'${doubled}'`
  return `E'${doubled.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
}

function literal(value: SqlValue, { type }: SqlColumn): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  switch (type) {
    case 'integer':
    case 'decimal':
      return value
    case 'float':
      return `'${value}'::double precision`
    case 'date':
      return `DATE '${value}'`
    case 'datetime':
      return `TIMESTAMP '${value}'`
    case 'time':
      return `TIME '${value}'`
    default:
      return text(value)
  }
}

const writing = { quote, literal }

export const postgres: Dialect = {
  opening: "SET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\nBEGIN;\n",
  closing: 'COMMIT;\n',
  nameLimit: { most: 63, in: 'bytes' },
  forbiddenInNames: /\0/g,
  quote,
  typeOf,
  literal,
  problemOf: unstorableText,
  foldKey: (key) => key,
  createTable: (table) => createTableText({ quote, typeOf }, table),
  dropTable: ({ name }) => `DROP TABLE ${quote(name)};\n`,
  insert: (table, rows) => `${insertText(writing, table, rows)};\n`,
  upsert: (table, rows) => {
    const keys = table.key.map((place) => quote(columnAt(table, place).name)).join(', ')
    const rest = table.columns.filter((_, place) => !table.key.includes(place)).map(({ name }) => quote(name))
    const action =
      rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`
    return `${insertText(writing, table, rows)}\nON CONFLICT (${keys}) DO ${action};\n`
  },
  remove: (table, keys) => `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(writing, table, keys)};\n`,
}
