import type { SqlColumn } from '@sheetwright/contract/dml/dml.ts'

/**
 * A value as a script writes it: text, boolean or NULL. Numbers are decimal text, dates YYYY-MM-DD, times HH:MM:SS.mmm,
 * timestamps both with a space between, so that no step rounds.
 */
export type SqlValue = string | boolean | null

export type SqlRow = readonly SqlValue[]

/** A table with names that the database accepts. */
export interface TargetTable {
  readonly name: string
  readonly columns: readonly SqlColumn[]
  /** Indexes of the key columns. */
  readonly key: readonly number[]
}

/** The SQL of one kind of database. All names passed in already fit it. */
export interface Dialect {
  /** First and last lines of a script: client settings, and the transaction. */
  readonly opening: string
  readonly closing: string
  /** In the unit in which the database limits names. */
  readonly nameLimit: { readonly most: number; readonly in: 'bytes' | 'characters' }
  /** Characters that are replaced by an underscore in names. */
  readonly forbiddenInNames: RegExp
  quote(name: string): string
  typeOf(column: SqlColumn, isKey: boolean): string
  literal(value: SqlValue, column: SqlColumn): string
  /** Why the database cannot store a value; undefined if it can. */
  problemOf(value: SqlValue, column: SqlColumn): string | undefined
  /** Maps texts that the database treats as the same key to the same text. */
  foldKey(text: string): string
  createTable(table: TargetTable): string
  dropTable(table: TargetTable): string
  /** Ends each statement with a semicolon; more than one row only if the database accepts that. */
  insert(table: TargetTable, rows: readonly SqlRow[]): string
  upsert(table: TargetTable, rows: readonly SqlRow[]): string
  remove(table: TargetTable, keys: readonly SqlRow[]): string
}

/** `("a", "b")`, for example. */
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

/** `INSERT INTO` with a list of rows, without the final semicolon. */
export function insertText(
  writing: Pick<Dialect, 'quote' | 'literal'>,
  table: TargetTable,
  rows: readonly SqlRow[],
): string {
  const lines = rows.map((row) => `  ${values(writing, table, row)}`)
  return `INSERT INTO ${writing.quote(table.name)} ${columnList(writing, table)} VALUES\n${lines.join(',\n')}`
}

/** Splits a text into literals of limited length: some clients refuse long lines. */
export function textPieces(value: string, longest: number, prefix = ''): string[] {
  const pieces: string[] = []
  for (let from = 0; from < value.length; ) {
    let to = Math.min(value.length, from + longest)
    // Never split a surrogate pair.
    if (to < value.length && /[\uD800-\uDBFF]/.test(value[to - 1] ?? '')) to--
    pieces.push(`${prefix}'${value.slice(from, to).replaceAll("'", "''")}'`)
    from = to
  }
  return pieces
}

/** The condition that finds rows by key; `row` holds only the key. */
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

/** `CREATE TABLE` with the primary key, in the common syntax. */
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

/** Removes trailing spaces, which some databases ignore in comparisons. */
export function withoutLastSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** Why none of these databases can store a text. */
export function unstorableText(value: SqlValue): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'holds a NUL character'
  return value.isWellFormed() ? undefined : 'holds half of a character'
}
