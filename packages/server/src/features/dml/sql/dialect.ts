import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'

/**
 * A cell as a script writes it: text, true or false, or nothing. Numbers are decimal text, dates are YYYY-MM-DD, times
 * HH:MM:SS.mmm, moments both with a space between, so that no step on the way rounds.
 */
export type SqlValue = string | boolean | null

export type SqlRow = readonly SqlValue[]

/** A table with the names that the database takes. */
export interface TargetTable {
  readonly name: string
  readonly columns: readonly SqlColumn[]
  /** Places of the columns that tell rows apart. */
  readonly key: readonly number[]
}

/** What one kind of database wants to read. Every name that comes here fits it already. */
export interface Dialect {
  /** What a script begins and ends with: settings of the client, and the transaction. */
  readonly opening: string
  readonly closing: string
  /** Measured in what the database measures names in. */
  readonly nameLimit: { readonly most: number; readonly in: 'bytes' | 'characters' }
  /** What a name may not hold becomes an underscore. */
  readonly forbiddenInNames: RegExp
  quote(name: string): string
  typeOf(column: SqlColumn, isKey: boolean): string
  literal(value: SqlValue, column: SqlColumn): string
  /** Why the database cannot keep a value; undefined where it can. */
  problemOf(value: SqlValue, column: SqlColumn): string | undefined
  /** Texts that the database takes for the same key are the same after this. */
  foldKey(text: string): string
  createTable(table: TargetTable): string
  dropTable(table: TargetTable): string
  /** Ends each with a semicolon; more than one row only where the database takes that. */
  insert(table: TargetTable, rows: readonly SqlRow[]): string
  upsert(table: TargetTable, rows: readonly SqlRow[]): string
  remove(table: TargetTable, keys: readonly SqlRow[]): string
}

/** `("a", "b")` and the like. */
export function columnList({ quote }: Pick<Dialect, 'quote'>, { columns }: TargetTable): string {
  return `(${columns.map(({ name }) => quote(name)).join(', ')})`
}

export function columnAt({ columns }: TargetTable, place: number): SqlColumn {
  const column = columns[place]
  if (column === undefined) throw new Error('A row is wider than its table')
  return column
}

export function values({ literal }: Pick<Dialect, 'literal'>, table: TargetTable, row: SqlRow): string {
  return `(${row.map((value, place) => literal(value, columnAt(table, place))).join(', ')})`
}

/** `INSERT INTO` with a list of rows, without its end. */
export function insertText(
  writing: Pick<Dialect, 'quote' | 'literal'>,
  table: TargetTable,
  rows: readonly SqlRow[],
): string {
  const lines = rows.map((row) => `  ${values(writing, table, row)}`)
  return `INSERT INTO ${writing.quote(table.name)} ${columnList(writing, table)} VALUES\n${lines.join(',\n')}`
}

/** A text in literals of bounded length: some clients refuse lines that are too long. */
export function textPieces(value: string, longest: number, prefix = ''): string[] {
  const pieces: string[] = []
  for (let from = 0; from < value.length; ) {
    let to = Math.min(value.length, from + longest)
    // Never between the halves of a character.
    if (to < value.length && /[\uD800-\uDBFF]/.test(value[to - 1] ?? '')) to--
    pieces.push(`${prefix}'${value.slice(from, to).replaceAll("'", "''")}'`)
    from = to
  }
  return pieces
}

/** The condition that finds rows by their keys; `row` holds the key alone. */
export function keyCondition(
  { quote, literal }: Pick<Dialect, 'quote' | 'literal'>,
  table: TargetTable,
  keys: readonly SqlRow[],
): string {
  const columns = table.key.map((place) => columnAt(table, place))
  const [only] = columns
  if (only !== undefined && columns.length === 1) {
    return `${quote(only.name)} IN (${keys.map(([value]) => `\n  ${literal(value ?? null, only)}`).join(',')}\n)`
  }
  const one = (key: SqlRow) =>
    columns.map((column, i) => `${quote(column.name)} = ${literal(key[i] ?? null, column)}`).join(' AND ')
  return keys.map((key) => `(${one(key)})`).join('\n  OR ')
}

/** `CREATE TABLE` with the primary key, as all of them write it. */
export function createTableText(
  { quote, typeOf }: Pick<Dialect, 'quote' | 'typeOf'>,
  table: TargetTable,
  ending = '',
): string {
  const lines = table.columns.map((column, place) => {
    const isKey = table.key.includes(place)
    return `  ${quote(column.name)} ${typeOf(column, isKey)}${isKey || !column.nullable ? ' NOT NULL' : ''}`
  })
  if (table.key.length > 0) {
    lines.push(`  PRIMARY KEY (${table.key.map((place) => quote(columnAt(table, place).name)).join(', ')})`)
  }
  return `CREATE TABLE ${quote(table.name)} (\n${lines.join(',\n')}\n)${ending};\n`
}

/** Without the spaces at its end, which some databases overlook when they compare. */
export function withoutLastSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** What no database of these keeps. */
export function unstorableText(value: SqlValue): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'holds a NUL character'
  return value.isWellFormed() ? undefined : 'holds half of a character'
}
