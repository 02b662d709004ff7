import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'
import {
  columnAt,
  createTableText,
  type Dialect,
  insertText,
  keyCondition,
  type SqlValue,
  unstorableText,
  withoutLastSpaces,
} from './dialect.ts'

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** Compares texts by every character, as a workbook does. */
const collation = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
const longestVarchar = 4_000

function typeOf({ type, length, precision, scale }: SqlColumn): string {
  switch (type) {
    case 'text':
      return length === null || length > longestVarchar ? `longtext ${collation}` : `varchar(${length}) ${collation}`
    case 'integer':
      return 'bigint'
    case 'decimal':
      return `decimal(${precision ?? 38}, ${Math.min(30, scale ?? 10)})`
    case 'float':
      return 'double'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'datetime':
      return 'datetime(3)'
    case 'time':
      return 'time(3)'
    default:
      return type satisfies never
  }
}

/** Escapes preserve line ends, even if a tool converts those of the file. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\u001A', '\\Z')
}

function literal(value: SqlValue, { type }: SqlColumn): string {
  if (value === null) return 'NULL'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  switch (type) {
    case 'integer':
    case 'decimal':
      return value
    case 'float':
      // With an exponent MySQL reads a double, not a decimal that it rounds first.
      return /e/i.test(value) ? value : `${value}e0`
    case 'text':
      return `'${escaped(value)}'`
    default:
      return `'${value}'`
  }
}

function problemOf(value: SqlValue, { type, scale }: SqlColumn): string | undefined {
  if (typeof value !== 'string') return undefined
  if (type === 'decimal' && (scale ?? 0) > 30 && (value.split('.')[1]?.length ?? 0) > 30) {
    return 'has more than 30 digits behind the point'
  }
  if ((type === 'date' || type === 'datetime') && value < '1000') return 'is before the year 1000'
  return unstorableText(value)
}

const writing = { quote, literal }

export const mysql: Dialect = {
  opening: "SET NAMES utf8mb4;\nSET SESSION sql_mode = 'STRICT_ALL_TABLES';\nSTART TRANSACTION;\n",
  closing: 'COMMIT;\n',
  nameLimit: { most: 64, in: 'characters' },
  // Names may hold only characters of the basic multilingual plane.
  forbiddenInNames: /[\0\u{10000}-\u{10FFFF}]/gu,
  quote,
  typeOf,
  literal,
  problemOf,
  // MySQL ignores trailing spaces when it compares keys.
  foldKey: withoutLastSpaces,
  createTable: (table) =>
    createTableText({ quote, typeOf }, table, ' ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARACTER SET utf8mb4'),
  dropTable: ({ name }) => `DROP TABLE ${quote(name)};\n`,
  insert: (table, rows) => `${insertText(writing, table, rows)};\n`,
  upsert: (table, rows) => {
    const rest = table.columns.filter((_, place) => !table.key.includes(place)).map(({ name }) => name)
    const set = rest.length > 0 ? rest : [columnAt(table, table.key[0] ?? 0).name]
    const updates = set.map((name) => `${quote(name)} = VALUES(${quote(name)})`).join(', ')
    return `${insertText(writing, table, rows)}\nON DUPLICATE KEY UPDATE ${updates};\n`
  },
  remove: (table, keys) => `DELETE FROM ${quote(table.name)} WHERE ${keyCondition(writing, table, keys)};\n`,
}
