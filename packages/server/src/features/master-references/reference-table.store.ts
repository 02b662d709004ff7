import type { FilterOperator } from '@sheetwright/contract/master-references/reference-rows.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { referenceTableRows, referenceTables, type StoredCell } from '../../platform/db/schema/master-references.ts'

interface NewTable {
  readonly hash: string
  readonly rowCount: number
  readonly blankCells: number
}

/** Stores the rows of a table, unless the same rows are already stored. */
export async function keepTable(
  tx: TenantTransaction,
  { hash, rowCount, blankCells }: NewTable,
  lines: AsyncIterable<string>,
): Promise<void> {
  const made = await tx.q
    .insert(referenceTables)
    .values({ tenantId: tx.tenantId, hash, rowCount, blankCells })
    .onConflictDoNothing()
    .returning({ hash: referenceTables.hash })
  if (made.length === 0) return
  let before = 0
  for await (const line of lines) {
    // The text is passed to the database unparsed: the rows are not needed here.
    const { rowCount: inserted } = await tx.q.execute(sql`
      INSERT INTO reference_table_rows (tenant_id, hash, position, cells)
      SELECT ${tx.tenantId}, ${hash}, ${before}::int + row.number, row.cells
      FROM jsonb_array_elements(${line}::jsonb) WITH ORDINALITY AS row (cells, number)`)
    before += inserted ?? 0
  }
  if (before !== rowCount) throw new Error(`A table has ${rowCount} rows, and ${before} were kept`)
}

/** An error value cannot be filtered by. */
type FilterValue = number | string | boolean | null

/** A filter whose value has the form of a cell of the column. */
export interface CellFilter {
  readonly index: number
  readonly operator: FilterOperator
  readonly value: FilterValue
}

export interface RowsAsked {
  readonly filters: readonly CellFilter[]
  readonly order: readonly { readonly index: number; readonly descending: boolean }[]
  readonly page: number
  readonly pageSize: number
}

export interface StoredRow {
  readonly position: number
  readonly cells: readonly StoredCell[]
}

export async function readRows(
  tx: TenantTransaction,
  hash: string,
  { filters, order, page, pageSize }: RowsAsked,
): Promise<{ rows: StoredRow[]; count: number }> {
  const matching = and(
    eq(referenceTableRows.tenantId, tx.tenantId),
    eq(referenceTableRows.hash, hash),
    ...filters.map(conditionOf),
  )
  const count = await (filters.length === 0 ? rowCountOf(tx, hash) : tx.q.$count(referenceTableRows, matching))
  const rows = await tx.q
    .select({ position: referenceTableRows.position, cells: referenceTableRows.cells })
    .from(referenceTableRows)
    .where(matching)
    .orderBy(...order.flatMap(orderOf), referenceTableRows.position)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, count }
}

async function rowCountOf(tx: TenantTransaction, hash: string): Promise<number> {
  const [row] = await tx.q
    .select({ rowCount: referenceTables.rowCount })
    .from(referenceTables)
    .where(and(eq(referenceTables.tenantId, tx.tenantId), eq(referenceTables.hash, hash)))
  return row?.rowCount ?? 0
}

/** Rows that differ between two tables, by position. */
export async function differingRows(
  tx: TenantTransaction,
  hashes: { readonly left: string; readonly right: string },
  limit: number,
): Promise<{
  rows: { position: number; left: readonly StoredCell[] | null; right: readonly StoredCell[] | null }[]
  count: number
}> {
  const { rows } = await tx.q.execute<{
    position: number
    left: readonly StoredCell[] | null
    right: readonly StoredCell[] | null
    count: number
  }>(sql`
    SELECT position, l.cells AS left, r.cells AS right, count(*) OVER ()::int AS count
    FROM (SELECT position, cells FROM reference_table_rows WHERE tenant_id = ${tx.tenantId} AND hash = ${hashes.left}) AS l
    FULL JOIN (SELECT position, cells FROM reference_table_rows WHERE tenant_id = ${tx.tenantId} AND hash = ${hashes.right}) AS r
      USING (position)
    WHERE l.cells IS DISTINCT FROM r.cells
    ORDER BY position LIMIT ${limit}`)
  return { rows: rows.map(({ position, left, right }) => ({ position, left, right })), count: rows[0]?.count ?? 0 }
}

/** All rows of a table from top to bottom, as JSON texts of lists of rows. */
export async function* tableLines(tx: TenantTransaction, hash: string, rowsInLine: number): AsyncGenerator<string> {
  for (let after = 0; ; after += rowsInLine) {
    const { rows } = await tx.q.execute<{ line: string | null }>(sql`
      SELECT jsonb_agg(cells ORDER BY position)::text AS line FROM reference_table_rows
      WHERE tenant_id = ${tx.tenantId} AND hash = ${hash} AND position > ${after} AND position <= ${after + rowsInLine}`)
    const line = rows[0]?.line
    if (line === null || line === undefined) return
    yield line
  }
}

const cellAt = (index: number): SQL => sql`(${referenceTableRows.cells} -> ${index}::int)`
const textAt = (index: number): SQL => sql`(${referenceTableRows.cells} ->> ${index}::int)`
const numberAt = (index: number): SQL =>
  sql`(CASE WHEN jsonb_typeof(${cellAt(index)}) = 'number' THEN ${textAt(index)}::double precision END)`
const isText = (index: number): SQL => sql`jsonb_typeof(${cellAt(index)}) = 'string'`

const comparisons = {
  less: sql.raw('<'),
  lessOrEqual: sql.raw('<='),
  greater: sql.raw('>'),
  greaterOrEqual: sql.raw('>='),
} as const

function conditionOf({ index, operator, value }: CellFilter): SQL {
  switch (operator) {
    case 'blank':
      return sql`jsonb_typeof(${cellAt(index)}) = 'null'`
    case 'notBlank':
      return sql`jsonb_typeof(${cellAt(index)}) <> 'null'`
    case 'equals':
      return equality(index, value)
    case 'notEquals':
      return sql`NOT coalesce(${equality(index, value)}, false)`
    case 'contains':
      return sql`name_key(${textAt(index)}) LIKE name_key(${`%${pattern(value)}%`})`
    case 'startsWith':
      return sql`name_key(${textAt(index)}) LIKE name_key(${`${pattern(value)}%`})`
    default: {
      const comparison = comparisons[operator]
      if (typeof value === 'number') return sql`${numberAt(index)} ${comparison} ${value}::double precision`
      return sql`${isText(index)} AND name_key(${textAt(index)}) ${comparison} name_key(${String(value)})`
    }
  }
}

/** Compares text ignoring case, as Excel does, and numbers by value. */
function equality(index: number, value: FilterValue): SQL {
  if (typeof value === 'number') return sql`${numberAt(index)} = ${value}::double precision`
  if (typeof value === 'string') return sql`${isText(index)} AND name_key(${textAt(index)}) = name_key(${value})`
  return sql`${cellAt(index)} = ${JSON.stringify(value)}::jsonb`
}

function pattern(value: FilterValue): string {
  return String(value).replace(/[\\%_]/g, '\\$&')
}

/** Numbers, then text, then the rest; blanks come last in either direction. */
function orderOf({ index, descending }: RowsAsked['order'][number]): SQL[] {
  const direction = descending ? sql.raw('DESC') : sql.raw('ASC')
  return [
    sql`(jsonb_typeof(${cellAt(index)}) = 'null')`,
    sql`(CASE jsonb_typeof(${cellAt(index)}) WHEN 'number' THEN 0 WHEN 'string' THEN 1 ELSE 2 END) ${direction}`,
    sql`${numberAt(index)} ${direction}`,
    sql`(${textAt(index)} COLLATE name_order) ${direction}`,
  ]
}

export type { StoredCell }
