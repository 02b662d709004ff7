import type { Product, ProductDetail } from '@sheetwright/contract/products/product.ts'
import { isId } from '@sheetwright/contract/names.ts'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queries, TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'
import { productFavourites, products } from '../../platform/db/schema/products.ts'
import { users } from '../../platform/db/schema/users.ts'
import { insertDefaultSections } from '../documents/section.store.ts'
import { levelOf } from '../permissions/permission-rank.store.ts'
import type { ProductReader } from './product.access.ts'
import { isPassedOnly, visibleTo, rankOf, enginesFor } from './product-visibility.store.ts'

/** Name of the index that keeps the names of live products unique. */
export const productNameIndex = 'products_name'

/** Names have up to 120 characters; this leaves room for a number in brackets. */
const longestBase = 112

/** How long a deleted product can be restored. */
export const keptDays = 30

/** A product as the contract shows it, with server-only fields. */
export interface StoredProduct extends Product {
  readonly ownerId: string
}

export interface NewProduct {
  readonly name: string
  readonly category: string[]
  readonly description: string
  readonly launchDate: string | null
  readonly startDate: string | null
  readonly ownerId: string
  readonly coverHash: string | null
  readonly summary?: string
}

export type ProductChanges = Partial<
  Omit<NewProduct, 'ownerId' | 'summary'> & Pick<ProductDetail, 'status' | 'summary'>
>

export async function insertProduct(tx: TenantTransaction, product: NewProduct): Promise<string> {
  const id = newId()
  await tx.q.insert(products).values({ tenantId: tx.tenantId, id, ...product })
  await insertDefaultSections(tx, id)
  return id
}

/** The live product with this id, else with this name; undefined if the reader may not see it. */
export async function findProduct(
  tx: TenantTransaction,
  reader: ProductReader,
  idOrName: string,
): Promise<StoredProduct | undefined> {
  const [found] = await selectProducts(tx, reader, and(isNull(products.deletedAt), isCalled(idOrName))).limit(1)
  return found && storedProduct(found)
}

/** The live product with this id or name, regardless of permissions: its contents can have their own. */
export async function findLiveProduct(
  tx: TenantTransaction,
  idOrName: string,
): Promise<{ id: string; name: string } | undefined> {
  const rows = await tx.q
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(eq(products.tenantId, tx.tenantId), isNull(products.deletedAt), isCalled(idOrName)))
    .limit(1)
  return rows[0]
}

/** The product deleted last with this id or name, while it can be restored. */
export async function findDeletedProduct(
  tx: TenantTransaction,
  reader: ProductReader,
  idOrName: string,
): Promise<StoredProduct | undefined> {
  const [found] = await selectProducts(tx, reader, and(gt(products.deletedAt, endOfKeeping), isCalled(idOrName)))
    .orderBy(desc(products.deletedAt))
    .limit(1)
  return found && storedProduct(found)
}

/** The owner of a product, regardless of permissions; undefined if there is none. */
export async function ownerOfProduct(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const rows = await tx.q.select({ ownerId: products.ownerId }).from(products).where(isRow(tx, id))
  return rows[0]?.ownerId
}

/** How many live products a person has created. */
export function countOwnProducts(tx: TenantTransaction, ownerId: string): Promise<number> {
  const own = and(eq(products.tenantId, tx.tenantId), eq(products.ownerId, ownerId), isNull(products.deletedAt))
  return tx.q.$count(products, own)
}

/** How many live products a tenant has. */
export function countProducts(tx: TenantTransaction): Promise<number> {
  return tx.q.$count(products, and(eq(products.tenantId, tx.tenantId), isNull(products.deletedAt)))
}

/** Deletes products permanently, with everything in them. */
export async function removeProducts(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) {
    await tx.q.delete(products).where(and(eq(products.tenantId, tx.tenantId), inArray(products.id, [...ids])))
  }
}

/** The name with the lowest number that no live product of the tenant has: "Motor (2)". */
export async function freeProductName(tx: TenantTransaction, name: string): Promise<string> {
  const base = name.replace(/ \(\d{1,4}\)$/, '').slice(0, longestBase)
  // The cut can split a surrogate pair.
  const whole = base.replace(/[\uD800-\uDBFF]$/, '').trim()
  const { rows } = await tx.q.execute<{ name: string }>(sql`
    SELECT candidate AS name
    FROM generate_series(2, 9999) AS n, LATERAL (SELECT ${whole}::text || ' (' || n || ')' AS candidate) AS c
    WHERE NOT EXISTS (
      SELECT FROM ${products} AS p
      WHERE p.tenant_id = ${tx.tenantId} AND p.deleted_at IS NULL AND name_key(p.name) = name_key(candidate))
    ORDER BY n
    LIMIT 1`)
  return rows[0]?.name ?? whole
}

/** Number of live products per category that the reader sees. */
export async function countByCategory(tx: TenantTransaction, reader: ProductReader): Promise<Map<string, number>> {
  const rows = await tx.q
    .select({ key: sql<string>`unnest(${products.category})`.as('key'), count: sql<number>`count(*)::int` })
    .from(products)
    .where(and(eq(products.tenantId, tx.tenantId), isNull(products.deletedAt), visibleTo(reader)))
    .groupBy(sql`1`)
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Removes every product from a category; returns how many live ones. */
export async function takeOutOfCategory(tx: TenantTransaction, key: string): Promise<number> {
  const rows = await tx.q
    .update(products)
    .set({ category: sql`array_remove(${products.category}, ${key})`, updatedAt: nextMoment })
    .where(and(eq(products.tenantId, tx.tenantId), sql`${products.category} @> ARRAY[${key}]::text[]`))
    .returning({ deletedAt: products.deletedAt })
  return rows.filter(({ deletedAt }) => deletedAt === null).length
}

export interface ProductPage {
  readonly page: number
  readonly pageSize: number
  /** Name of the sort order. */
  readonly sort: string
  readonly order: SQL
  readonly filters: readonly SQL[]
}

/** One page of the live products that the reader sees, and their total number. */
export async function listProducts(
  tx: TenantTransaction,
  reader: ProductReader,
  wanted: ProductPage,
): Promise<{ items: StoredProduct[]; count: number }> {
  const { page, pageSize, filters } = wanted
  const offset = (page - 1) * pageSize
  const rows =
    filters.length === 0 && isOrdinary(reader)
      ? await catalogueQuery(tx, reader, wanted).execute({
          ...Object.fromEntries(reader.groups.map((label, index) => [groupPlace(index), label])),
          tenantId: tx.tenantId,
          userId: reader.userId,
          pageSize,
          offset,
        })
      : await pageQuery(tx.q, tx.tenantId, reader, wanted).limit(pageSize).offset(offset)
  const countAll = () => tx.q.$count(products, matching(tx.tenantId, reader, filters))
  const count = rows[0]?.count ?? (page === 1 ? 0 : await countAll())
  return { items: rows.map(storedProduct), count }
}

/** A reader who sees own and shared products, or everything: the statement's name distinguishes the two. */
function isOrdinary({ userId: _userId, groups: _groups, seesAll: _seesAll, ...more }: ProductReader): boolean {
  return Object.keys(more).length === 0
}

/** The prepared query of the unfiltered catalogue: building and planning it costs more than running it. */
function catalogueQuery(tx: TenantTransaction, reader: ProductReader, wanted: ProductPage) {
  const seen = reader.seesAll ? 'all' : `of ${reader.groups.length} groups`
  return tx.prepared(`catalogue ${seen} ${wanted.sort}`, (q) =>
    pageQuery(q, placeholder('tenantId'), placeholderReader(reader), wanted)
      .limit(sql.placeholder('pageSize'))
      .offset(sql.placeholder('offset')),
  )
}

/** A text that is bound when the statement runs. */
function placeholder(name: string): string {
  return sql.placeholder(name) as unknown as string
}

function placeholderReader({ groups, seesAll }: ProductReader): ProductReader {
  return {
    userId: placeholder('userId'),
    groups: groups.map((_, index) => placeholder(groupPlace(index))),
    seesAll,
  }
}

function groupPlace(index: number): string {
  return `group${index}`
}

function pageQuery(q: Queries, tenantId: string, reader: ProductReader, { order, filters }: ProductPage) {
  const counted = q.$count(products, matching(tenantId, reader, filters))
  const condition = and(isNull(products.deletedAt), ...filters)
  return selectProducts({ q, tenantId }, reader, condition, counted).orderBy(order, desc(products.id))
}

function matching(tenantId: string, reader: ProductReader, filters: readonly SQL[]): SQL | undefined {
  return and(eq(products.tenantId, tenantId), isNull(products.deletedAt), visibleTo(reader), ...filters)
}

/** Number of live products that match and the reader sees. */
export function countMatching(tx: TenantTransaction, reader: ProductReader, filters: readonly SQL[]): Promise<number> {
  return tx.q.$count(products, matching(tx.tenantId, reader, filters)).then(Number)
}

export async function summaryOf(tx: TenantTransaction, id: string): Promise<string> {
  const rows = await tx.q.select({ summary: products.summary }).from(products).where(isRow(tx, id))
  return rows[0]?.summary ?? ''
}

/** Every change advances `updatedAt`, even two within a millisecond, so that a stale copy is always detected. */
export async function updateProduct(tx: TenantTransaction, id: string, changes: ProductChanges): Promise<void> {
  await tx.q
    .update(products)
    .set({ ...changes, updatedAt: nextMoment })
    .where(isRow(tx, id))
}

/** Locks the row until the transaction ends; returns its `updatedAt`, or undefined if it was deleted. */
export async function lockProduct(tx: TenantTransaction, id: string): Promise<Date | undefined> {
  const rows = await tx.q
    .select({ updatedAt: products.updatedAt })
    .from(products)
    .where(and(isRow(tx, id), isNull(products.deletedAt)))
    .for('update')
  return rows[0]?.updatedAt
}

export async function markDeleted(tx: TenantTransaction, id: string, userId: string): Promise<Date | undefined> {
  const rows = await tx.q
    .update(products)
    .set({ deletedAt: sql`clock_timestamp()`, deletedBy: userId })
    .where(and(isRow(tx, id), isNull(products.deletedAt)))
    .returning({ deletedAt: products.deletedAt })
  return rows[0]?.deletedAt ?? undefined
}

export async function unmarkDeleted(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.update(products).set({ deletedAt: null, deletedBy: null }).where(isRow(tx, id))
}

/** Purges products that can no longer be restored, and returns how many. */
export async function purgeDeletedProducts(tx: TenantTransaction): Promise<number> {
  const gone = await tx.q
    .delete(products)
    .where(and(eq(products.tenantId, tx.tenantId), isNotNull(products.deletedAt), lt(products.deletedAt, endOfKeeping)))
    .returning({ id: products.id })
  return gone.length
}

export async function setFavourite(
  tx: TenantTransaction,
  userId: string,
  productId: string,
  isFavourite: boolean,
): Promise<void> {
  const row = { tenantId: tx.tenantId, userId, productId }
  if (isFavourite) {
    await tx.q.insert(productFavourites).values(row).onConflictDoNothing()
    return
  }
  const { tenantId, ...columns } = productFavourites
  await tx.q
    .delete(productFavourites)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.userId, userId), eq(columns.productId, productId)))
}

/** True for a person's favourite products. */
export function isFavouriteOf(userId: string): SQL<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM ${productFavourites}
    WHERE ${productFavourites.tenantId} = ${products.tenantId}
      AND ${productFavourites.productId} = ${products.id}
      AND ${productFavourites.userId} = ${userId})`
}

const nextMoment = sql`greatest(clock_timestamp(), ${products.updatedAt} + interval '1 millisecond')`

const endOfKeeping = sql`now() - ${keptDays} * interval '1 day'`

function selectProducts(
  tx: Pick<TenantTransaction, 'q' | 'tenantId'>,
  reader: ProductReader,
  condition: SQL | undefined,
  count: SQL<number> = sql<number>`0`,
) {
  return tx.q
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      description: products.description,
      launchDate: products.launchDate,
      startDate: products.startDate,
      status: products.status,
      ownerId: products.ownerId,
      coverImage: products.coverHash,
      kanbanStatus,
      ownerName: users.fullName,
      isStarred: isFavouriteOf(reader.userId),
      rank: rankOf(reader),
      contentOnly: isPassedOnly(reader),
      sharedWith,
      engineCount: enginesFor(reader),
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
      count,
    })
    .from(products)
    .innerJoin(users, and(eq(users.tenantId, products.tenantId), eq(users.id, products.ownerId)))
    .where(and(eq(products.tenantId, tx.tenantId), visibleTo(reader), condition))
}

type Row = Awaited<ReturnType<typeof selectProducts>>[number]

function storedProduct({ count: _count, engineCount, rank, createdAt, updatedAt, ...found }: Row): StoredProduct {
  const row = found.contentOnly ? { ...found, ...untold } : found
  return {
    ...row,
    coverImagePath: row.coverImage && `/api/v1/product/GetImage/${row.id}/${row.coverImage}`,
    access: levelOf(rank),
    calculationEngines: { count: engineCount },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** The product's column on the board. */
const kanbanStatus = sql<string | null>`(
  SELECT c.column_id FROM board_cards AS c WHERE c.tenant_id = ${products.tenantId} AND c.product_id = ${products.id})`

/** Hides these fields from a reader with access only to something in the product. */
const untold = { description: '', launchDate: null, startDate: null, coverImage: null, sharedWith: [] }

const sharedWith = sql<string[]>`coalesce((
  SELECT array_agg(p.group_label ORDER BY p.group_label) FROM ${entityPermissions} AS p
  WHERE p.tenant_id = ${products.tenantId} AND p.entity_type = 'product' AND p.entity_id = ${products.id}
    AND p.group_label IS NOT NULL), '{}')`

function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(products.tenantId, tx.tenantId), eq(products.id, id))
}

function isCalled(idOrName: string): SQL | undefined {
  return isId(idOrName) ? eq(products.id, idOrName) : sql`name_key(${products.name}) = name_key(${idOrName})`
}
