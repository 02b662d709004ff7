import type { Bookmark } from '@sheetwright/contract/bookmarks/bookmark.ts'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { bookmarks } from '../../platform/db/schema/bookmarks.ts'
import { products } from '../../platform/db/schema/products.ts'

/** Name of the index that keeps the names of a person's bookmarks unique. */
export const bookmarkNameIndex = 'bookmarks_name'

interface BookmarkPage {
  readonly page: number
  readonly pageSize: number
  readonly sort: 'name' | '-name' | 'created' | '-created'
  readonly filters: readonly SQL[]
}

export async function listBookmarks(
  tx: TenantTransaction,
  userId: string,
  { page, pageSize, sort, filters }: BookmarkPage,
): Promise<{ items: Bookmark[]; count: number }> {
  const column = sort.endsWith('name') ? sql`${bookmarks.name} COLLATE name_order` : sql`${bookmarks.createdAt}`
  const condition = and(isOf(tx, userId), ...filters)
  const rows = await selectBookmarks(tx, condition)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), desc(bookmarks.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await tx.q
    .select({ count: sql<number>`count(*)::int` })
    .from(bookmarks)
    .leftJoin(products, joined)
    .where(condition)
  return { items: rows.map(storedBookmark), count: counted?.count ?? 0 }
}

export const bookmarkFilters = {
  name_co: (value: string) =>
    sql`name_key(${bookmarks.name}) LIKE name_key(${`%${value.replace(/[\\%_]/g, '\\$&')}%`})`,
  productName: (value: string) =>
    sql`(name_key(${products.name}) = name_key(${value}) OR ${products.id}::text = ${value})`,
} as const

export async function findBookmark(tx: TenantTransaction, userId: string, id: string): Promise<Bookmark | undefined> {
  const [row] = await selectBookmarks(tx, and(isOf(tx, userId), eq(bookmarks.id, id)))
  return row && storedBookmark(row)
}

export async function findBookmarkByUrl(
  tx: TenantTransaction,
  userId: string,
  url: string,
): Promise<Bookmark | undefined> {
  const isIt = and(isOf(tx, userId), sql`md5(${bookmarks.url}) = md5(${url})`, eq(bookmarks.url, url))
  const [row] = await selectBookmarks(tx, isIt).orderBy(desc(bookmarks.createdAt), desc(bookmarks.id)).limit(1)
  return row && storedBookmark(row)
}

export async function insertBookmark(
  tx: TenantTransaction,
  userId: string,
  fields: { productId: string | null; name: string; url: string; data: Record<string, unknown> },
): Promise<string> {
  const id = newId()
  await tx.q.insert(bookmarks).values({ tenantId: tx.tenantId, id, userId, ...fields })
  return id
}

/** False when the person has no such bookmark. */
export async function renameBookmark(
  tx: TenantTransaction,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const rows = await tx.q
    .update(bookmarks)
    .set({ name })
    .where(and(eq(bookmarks.tenantId, tx.tenantId), eq(bookmarks.userId, userId), eq(bookmarks.id, id)))
    .returning({ id: bookmarks.id })
  return rows.length > 0
}

export async function removeBookmarks(
  tx: TenantTransaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.q
    .delete(bookmarks)
    .where(and(eq(bookmarks.tenantId, tx.tenantId), eq(bookmarks.userId, userId), inArray(bookmarks.id, [...ids])))
    .returning({ id: bookmarks.id })
  return rows.map(({ id }) => id)
}

const joined = and(eq(products.tenantId, bookmarks.tenantId), eq(products.id, bookmarks.productId))

function selectBookmarks(tx: TenantTransaction, condition: SQL | undefined) {
  return tx.q
    .select({
      id: bookmarks.id,
      name: bookmarks.name,
      url: bookmarks.url,
      data: bookmarks.data,
      productName: products.name,
      createdAt: bookmarks.createdAt,
    })
    .from(bookmarks)
    .leftJoin(products, joined)
    .where(condition)
}

type Row = Awaited<ReturnType<typeof selectBookmarks>>[number]

function storedBookmark({ url, createdAt, ...row }: Row): Bookmark {
  return { ...row, bookmarkUrl: url, createdAt: createdAt.toISOString() }
}

/** Bookmarks of deleted products stay hidden until the product is restored. */
function isOf(tx: TenantTransaction, userId: string): SQL | undefined {
  return and(
    eq(bookmarks.tenantId, tx.tenantId),
    eq(bookmarks.userId, userId),
    or(isNull(bookmarks.productId), isNull(products.deletedAt)),
  )
}
