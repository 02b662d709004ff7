import type { Engine, EngineType } from '@sheetwright/contract/engines/engine.ts'
import { isId } from '@sheetwright/contract/names.ts'
import { and, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { engineFavourites, engines, engineVersions } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'
import { levelOf } from '../permissions/permission-rank.store.ts'
import { findVersion, type StoredVersion } from './engine-version.store.ts'

/** Name of the index that keeps service names unique within a product. */
export const engineNameIndex = 'engines_name'

/** How long a deleted engine can be restored. */
const keptDays = 30

/** An engine as the contract shows it, with server-only fields. */
export interface StoredEngine extends Omit<Engine, 'version'> {
  readonly ownerId: string
  readonly version: StoredVersion | null
}

/** What is read of an engine to execute it: its first call waits for this. */
export type EngineToRun = Pick<StoredEngine, 'id' | 'productId' | 'serviceName' | 'engineType' | 'access'>

/** Product and engine as a caller addresses them: by id or by name. */
export interface EngineAddress {
  readonly product: string
  readonly engine: string
}

/** The live engine at an address; undefined if the caller may not see it. */
export async function findEngine(
  tx: TenantTransaction,
  caller: CallerIdentity,
  address: EngineAddress,
): Promise<StoredEngine | undefined> {
  const [row] = await selectEngines(tx, caller, and(isNull(engines.deletedAt), isEngineAt(address))).limit(1)
  return row && (await storedEngine(tx, row))
}

/** The live engine at an address, or with an id; undefined if the caller may not see it. */
export async function findEngineToRun(
  tx: TenantTransaction,
  caller: CallerIdentity,
  at: EngineAddress | { readonly id: string },
): Promise<EngineToRun | undefined> {
  const rank = rankOfEngine(caller)
  const [row] = await tx.q
    .select({
      id: engines.id,
      productId: engines.productId,
      serviceName: engines.serviceName,
      engineType: engines.engineType,
      rank,
    })
    .from(engines)
    .innerJoin(products, isOfLiveProduct)
    .where(
      and(
        eq(engines.tenantId, tx.tenantId),
        isNull(engines.deletedAt),
        sql`${rank} IS NOT NULL`,
        'id' in at ? hasEngineId(at.id) : isEngineAt(at),
      ),
    )
    .limit(1)
  if (row === undefined) return undefined
  const { rank: found, ...engine } = row
  return { ...engine, access: levelOf(found ?? 0) }
}

/** The live engine with this id, in any product. */
export async function findEngineById(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
): Promise<StoredEngine | undefined> {
  const [row] = await selectEngines(tx, caller, and(isNull(engines.deletedAt), hasEngineId(id))).limit(1)
  return row && (await storedEngine(tx, row))
}

/** The engine deleted last at an address, while it can be restored. */
export async function findDeletedEngine(
  tx: TenantTransaction,
  caller: CallerIdentity,
  address: EngineAddress,
): Promise<StoredEngine | undefined> {
  const [row] = await selectEngines(tx, caller, and(gt(engines.deletedAt, endOfKeeping), isEngineAt(address)))
    .orderBy(desc(engines.deletedAt))
    .limit(1)
  return row && (await storedEngine(tx, row))
}

/** Id of the live engine with a service name, regardless of permissions. */
export async function engineIdOf(
  tx: TenantTransaction,
  productId: string,
  serviceName: string,
): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ id: engines.id })
    .from(engines)
    .where(and(isOfProduct(tx, productId), sql`name_key(${engines.serviceName}) = name_key(${serviceName})`))
  return row?.id
}

/** The type of the engine with this name; without one, the type of a new engine. */
export async function engineTypeOf(
  tx: TenantTransaction,
  { productId, serviceName }: { readonly productId: string; readonly serviceName: string },
): Promise<EngineType> {
  const [row] = await tx.q
    .select({ engineType: engines.engineType })
    .from(engines)
    .where(and(isOfProduct(tx, productId), sql`name_key(${engines.serviceName}) = name_key(${serviceName})`))
  return row?.engineType ?? 'Type1'
}

export function countEngines(tx: TenantTransaction, productId: string): Promise<number> {
  return tx.q.$count(engines, isOfProduct(tx, productId))
}

export interface NewEngine {
  readonly productId: string
  readonly serviceName: string
  readonly ownerId: string
  readonly engineType: EngineType
  readonly connectorUrl: string | null
}

export async function insertEngine(tx: TenantTransaction, engine: NewEngine): Promise<string> {
  const id = newId()
  await tx.q.insert(engines).values({ tenantId: tx.tenantId, id, ...engine })
  return id
}

export type EngineChanges = Partial<Omit<NewEngine, 'productId' | 'ownerId'>> & {
  readonly isPublic?: boolean
  readonly mayLeave?: boolean
  readonly forAssistants?: boolean
}

/**
 * Every change advances `updatedAt`; a call without columns marks a change of a version. Call it before choosing a
 * revision: it locks the row until the transaction ends, so that no other transaction takes the next revision.
 */
export async function updateEngine(tx: TenantTransaction, id: string, changes: EngineChanges = {}): Promise<void> {
  await tx.q
    .update(engines)
    .set({ ...changes, updatedAt: nextMoment })
    .where(isRow(tx, id))
}

/** Names of a product's engines whose workbooks only editors may download. */
export async function enginesKeptInside(tx: TenantTransaction, productId: string): Promise<string[]> {
  const rows = await tx.q
    .select({ serviceName: engines.serviceName })
    .from(engines)
    .where(
      and(
        eq(engines.tenantId, tx.tenantId),
        eq(engines.productId, productId),
        eq(engines.mayLeave, false),
        isNull(engines.deletedAt),
      ),
    )
    .orderBy(engines.serviceName)
  return rows.map(({ serviceName }) => serviceName)
}

export async function markEngineDeleted(tx: TenantTransaction, id: string, userId: string): Promise<Date | undefined> {
  const [row] = await tx.q
    .update(engines)
    .set({ deletedAt: sql`clock_timestamp()`, deletedBy: userId })
    .where(and(isRow(tx, id), isNull(engines.deletedAt)))
    .returning({ deletedAt: engines.deletedAt })
  return row?.deletedAt ?? undefined
}

export async function unmarkEngineDeleted(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q.update(engines).set({ deletedAt: null, deletedBy: null, updatedAt: nextMoment }).where(isRow(tx, id))
}

/** Purges engines that can no longer be restored, and returns how many. */
export async function purgeDeletedEngines(tx: TenantTransaction): Promise<number> {
  const old = and(isNotNull(engines.deletedAt), lt(engines.deletedAt, endOfKeeping))
  const gone = await tx.q
    .delete(engines)
    .where(and(eq(engines.tenantId, tx.tenantId), old))
    .returning({ id: engines.id })
  return gone.length
}

export async function setEngineFavourite(
  tx: TenantTransaction,
  userId: string,
  engineId: string,
  isFavourite: boolean,
): Promise<void> {
  const row = { tenantId: tx.tenantId, userId, engineId }
  if (isFavourite) {
    await tx.q.insert(engineFavourites).values(row).onConflictDoNothing()
    return
  }
  const { tenantId, ...columns } = engineFavourites
  await tx.q
    .delete(engineFavourites)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.userId, userId), eq(columns.engineId, engineId)))
}

export interface EnginePage {
  readonly page: number
  readonly pageSize: number
  readonly order: SQL
  readonly filters: readonly (SQL | undefined)[]
}

/** One page of the live engines that the caller sees, and their total number. */
export async function listEngines(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { page, pageSize, order, filters }: EnginePage,
): Promise<{ items: StoredEngine[]; count: number }> {
  const matching = and(isNull(engines.deletedAt), ...filters)
  const rows = await selectEngines(tx, caller, matching, sql<number>`count(*) OVER ()::int`)
    .orderBy(order, desc(engines.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const items: StoredEngine[] = []
  for (const row of rows) items.push(await storedEngine(tx, row))
  if (rows.length > 0 || page === 1) return { items, count: rows[0]?.count ?? 0 }
  const [first] = await selectEngines(tx, caller, matching, sql<number>`count(*) OVER ()::int`).limit(1)
  return { items, count: first?.count ?? 0 }
}

/** True for the caller's favourite engines; API keys and visitors have none. */
export function isFavouriteEngineOf(caller: CallerIdentity): SQL<boolean> {
  if (caller.kind !== 'user') return sql<boolean>`false`
  return sql<boolean>`EXISTS (
    SELECT FROM ${engineFavourites}
    WHERE ${engineFavourites.tenantId} = ${engines.tenantId}
      AND ${engineFavourites.engineId} = ${engines.id}
      AND ${engineFavourites.userId} = ${caller.userId})`
}

/** The running version, else the newest that is not archived. */
const currentVersion = sql<string | null>`(
  SELECT v.id FROM ${engineVersions} AS v
  WHERE v.tenant_id = ${engines.tenantId} AND v.engine_id = ${engines.id} AND v.state <> 'Archived'
  ORDER BY (v.state = 'Active' AND now() BETWEEN v.effective_start AND v.effective_end) DESC,
    v.major DESC, v.minor DESC, v.patch DESC
  LIMIT 1)`

const versionCount = sql<number>`(
  SELECT count(*)::int FROM ${engineVersions} AS v
  WHERE v.tenant_id = ${engines.tenantId} AND v.engine_id = ${engines.id} AND v.state <> 'Archived')`

const nextMoment = sql`greatest(clock_timestamp(), ${engines.updatedAt} + interval '1 millisecond')`

const endOfKeeping = sql`now() - ${keptDays} * interval '1 day'`

const isOfLiveProduct = and(
  eq(products.tenantId, engines.tenantId),
  eq(products.id, engines.productId),
  isNull(products.deletedAt),
)

function rankOfEngine(caller: CallerIdentity): SQL<number | null> {
  return rankOn(caller, 'engine', {
    id: sql`${engines.id}`,
    productId: sql`${engines.productId}`,
    tenantId: sql`${engines.tenantId}`,
  })
}

function selectEngines(
  tx: TenantTransaction,
  caller: CallerIdentity,
  condition: SQL | undefined,
  count: SQL<number> = sql<number>`0`,
) {
  const rank = rankOfEngine(caller)
  return tx.q
    .select({
      id: engines.id,
      productId: engines.productId,
      productName: products.name,
      serviceName: engines.serviceName,
      ownerId: engines.ownerId,
      owner: users.fullName,
      engineType: engines.engineType,
      connectorUrl: engines.connectorUrl,
      isPublic: engines.isPublic,
      mayLeave: engines.mayLeave,
      forAssistants: engines.forAssistants,
      favorite: isFavouriteEngineOf(caller),
      rank,
      currentVersion,
      versionCount,
      createdAt: engines.createdAt,
      updatedAt: engines.updatedAt,
      count,
    })
    .from(engines)
    .innerJoin(products, isOfLiveProduct)
    .innerJoin(users, and(eq(users.tenantId, engines.tenantId), eq(users.id, engines.ownerId)))
    .where(and(eq(engines.tenantId, tx.tenantId), sql`${rank} IS NOT NULL`, condition))
}

/** The owner of an engine, for mails about it. */
export async function ownerOfEngine(tx: TenantTransaction, id: string): Promise<{ email: string } | undefined> {
  const [row] = await tx.q
    .select({ email: users.email })
    .from(engines)
    .innerJoin(users, and(eq(users.tenantId, engines.tenantId), eq(users.id, engines.ownerId)))
    .where(and(eq(engines.tenantId, tx.tenantId), eq(engines.id, id)))
  return row
}

type Row = Awaited<ReturnType<typeof selectEngines>>[number]

async function storedEngine(tx: TenantTransaction, row: Row): Promise<StoredEngine> {
  const { count: _count, rank, currentVersion: versionId, createdAt, updatedAt, ...rest } = row
  const version = versionId === null ? undefined : await findVersion(tx, row.id, versionId)
  return {
    ...rest,
    name: row.serviceName,
    access: levelOf(rank ?? 0),
    revision: version?.revision ?? null,
    version: version ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function isRow(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(engines.tenantId, tx.tenantId), eq(engines.id, id))
}

function isOfProduct(tx: TenantTransaction, productId: string): SQL | undefined {
  return and(eq(engines.tenantId, tx.tenantId), eq(engines.productId, productId), isNull(engines.deletedAt))
}

/** Which engines are at an address. */
export function isEngineAt({ product, engine }: EngineAddress): SQL | undefined {
  return and(
    isId(product) ? eq(products.id, product) : sql`name_key(${products.name}) = name_key(${product})`,
    isId(engine) ? eq(engines.id, engine) : sql`name_key(${engines.serviceName}) = name_key(${engine})`,
  )
}

export function hasEngineId(id: string): SQL {
  return isId(id) ? eq(engines.id, id) : sql`false`
}

/** Every live engine of a product, regardless of permissions. */
export async function wholeEngines(tx: TenantTransaction, productId: string) {
  return tx.q
    .select({
      id: engines.id,
      serviceName: engines.serviceName,
      engineType: engines.engineType,
      connectorUrl: engines.connectorUrl,
      mayLeave: engines.mayLeave,
    })
    .from(engines)
    .where(isOfProduct(tx, productId))
    .orderBy(sql`${engines.serviceName} COLLATE name_order`, engines.id)
}

/** True if a text is the id of an engine of a product, deleted ones included. */
export function isIdOfEngineIn(tx: TenantTransaction, productId: string, id: SQL): SQL {
  return sql`${id} IN (
    SELECT e.id::text FROM ${engines} AS e WHERE e.tenant_id = ${tx.tenantId} AND e.product_id = ${productId})`
}

/** Waits for other uploads of the same service, so that revisions are numbered one after the other. */
export async function lockEngineName(tx: TenantTransaction, productId: string, serviceName: string): Promise<void> {
  const key = sql`${`engine:${tx.tenantId}:${productId}:`} || name_key(${serviceName})`
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
