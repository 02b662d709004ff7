import { type BoardColumn, type BuiltInColumn, builtInColumns } from '@sheetwright/contract/board/board-column.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { boardCards, boardColumns } from '../../platform/db/schema/board.ts'
import { products } from '../../platform/db/schema/products.ts'

/** Name of the index that keeps column names unique. */
export const columnNameIndex = 'board_columns_name'

export type StoredColumn = Pick<BoardColumn, 'id' | 'name' | 'builtIn'>

/** Serializes changes of the tenant's board. */
export async function lockBoard(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`board:${tx.tenantId}`}, 0))`)
}

/** The columns from left to right. A board gets its default columns when it is first read. */
export async function readColumns(tx: TenantTransaction): Promise<StoredColumn[]> {
  const columns = await selectColumns(tx)
  if (columns.length > 0) return columns
  await lockBoard(tx)
  const names = Object.entries(builtInColumns) as [BuiltInColumn, string][]
  await tx.q
    .insert(boardColumns)
    .values(
      names.map(([builtIn, name], index) => ({
        tenantId: tx.tenantId,
        id: newId(),
        name,
        builtIn,
        position: index + 1,
      })),
    )
    // Another request created them while this one waited for the lock.
    .onConflictDoNothing()
  return selectColumns(tx)
}

function selectColumns(tx: TenantTransaction): Promise<StoredColumn[]> {
  return tx.q
    .select({ id: boardColumns.id, name: boardColumns.name, builtIn: boardColumns.builtIn })
    .from(boardColumns)
    .where(eq(boardColumns.tenantId, tx.tenantId))
    .orderBy(asc(boardColumns.position))
}

export async function insertColumn(tx: TenantTransaction, name: string): Promise<StoredColumn> {
  const column = { id: newId(), name, builtIn: null }
  await tx.q.insert(boardColumns).values({ tenantId: tx.tenantId, ...column, position: 0 })
  return column
}

export async function renameColumn(tx: TenantTransaction, id: string, name: string): Promise<void> {
  await tx.q
    .update(boardColumns)
    .set({ name, builtIn: null })
    .where(and(eq(boardColumns.tenantId, tx.tenantId), eq(boardColumns.id, id)))
}

export async function setColumn(
  tx: TenantTransaction,
  id: string,
  column: Pick<StoredColumn, 'name' | 'builtIn'> & { readonly position: number },
): Promise<void> {
  const { name, builtIn, position } = column
  await tx.q
    .update(boardColumns)
    .set({ name, builtIn, position })
    .where(and(eq(boardColumns.tenantId, tx.tenantId), eq(boardColumns.id, id)))
}

/** Numbers the columns in the given order, from 1. */
export async function orderColumns(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.q.execute(sql`
    UPDATE board_columns SET position = wanted.position
    FROM unnest(${asArray(ids)}::uuid[]) WITH ORDINALITY AS wanted (id, position)
    WHERE board_columns.tenant_id = ${tx.tenantId} AND board_columns.id = wanted.id`)
}

/** Removes a column; its cards go to the bottom of another one. */
export async function mergeColumn(tx: TenantTransaction, id: string, into: string): Promise<void> {
  await tx.q.execute(sql`
    UPDATE board_cards SET column_id = ${into}, position = board_cards.position + (
      SELECT coalesce(max(below.position), 0) FROM board_cards AS below
      WHERE below.tenant_id = ${tx.tenantId} AND below.column_id = ${into})
    WHERE tenant_id = ${tx.tenantId} AND column_id = ${id}`)
  await tx.q.delete(boardColumns).where(and(eq(boardColumns.tenantId, tx.tenantId), eq(boardColumns.id, id)))
}

/** Adds cards for products of the first column that have none, so that the column can be moved or removed. */
export async function placeNewProducts(tx: TenantTransaction, firstColumn: string): Promise<void> {
  await tx.q.execute(sql`
    INSERT INTO board_cards (tenant_id, product_id, column_id, position)
    SELECT p.tenant_id, p.id, ${firstColumn}, row_number() OVER (ORDER BY p.id DESC) + (
      SELECT coalesce(max(position), 0) FROM board_cards
      WHERE tenant_id = ${tx.tenantId} AND column_id = ${firstColumn})
    FROM products AS p
    WHERE p.tenant_id = ${tx.tenantId}
      AND NOT EXISTS (SELECT FROM board_cards AS c WHERE c.tenant_id = p.tenant_id AND c.product_id = p.id)`)
}

/** Puts a product into a column: above another product in it, else at the bottom. */
export async function placeCard(
  tx: TenantTransaction,
  { productId, columnId, before }: { productId: string; columnId: string; before: string | null },
): Promise<void> {
  const rows = await tx.q
    .select({ productId: boardCards.productId, position: boardCards.position })
    .from(boardCards)
    .where(and(eq(boardCards.tenantId, tx.tenantId), eq(boardCards.columnId, columnId)))
    .orderBy(asc(boardCards.position))
  const next = rows.find((row) => row.productId === before)
  const position = next?.position ?? (rows.at(-1)?.position ?? 0) + 1
  if (next !== undefined) {
    await tx.q.execute(sql`
      UPDATE board_cards SET position = position + 1
      WHERE tenant_id = ${tx.tenantId} AND column_id = ${columnId} AND position >= ${position}`)
  }
  await tx.q
    .insert(boardCards)
    .values({ tenantId: tx.tenantId, productId, columnId, position })
    .onConflictDoUpdate({ target: [boardCards.tenantId, boardCards.productId], set: { columnId, position } })
}

/** True for products in the column; those without a card are in the first one. */
export function isInColumn(columnId: string, isFirst: boolean): SQL {
  const column = sql`(
    SELECT c.column_id FROM board_cards AS c WHERE c.tenant_id = ${products.tenantId} AND c.product_id = ${products.id})`
  return isFirst ? sql`coalesce(${column}, ${columnId}::uuid) = ${columnId}::uuid` : sql`${column} = ${columnId}::uuid`
}

/** From the top; products without a card come last, newest first. */
export const boardOrder = sql`(
  SELECT c.position FROM board_cards AS c
  WHERE c.tenant_id = ${products.tenantId} AND c.product_id = ${products.id}) ASC NULLS LAST`

function asArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}
