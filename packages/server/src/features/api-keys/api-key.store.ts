import type { KeyScope } from '@sheetwright/contract/call.ts'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { apiKeys } from '../../platform/db/schema/api-keys.ts'
import { userGroups, users } from '../../platform/db/schema/users.ts'
import { reachedEngines, reachedProducts } from './reached.store.ts'

export interface StoredKey {
  readonly id: string
  readonly name: string
  readonly start: string
  readonly group: string
  readonly scopes: KeyScope[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** The products it is limited to, with their current names; a deleted one has its id as name. */
  readonly products: readonly { readonly id: string; readonly name: string }[] | null
  readonly engines: readonly { readonly id: string; readonly name: string }[] | null
  readonly addresses: string[] | null
}

const columns = {
  id: apiKeys.id,
  name: apiKeys.name,
  start: apiKeys.keyStart,
  group: apiKeys.groupLabel,
  scopes: apiKeys.scopes,
  createdBy: sql<string>`${users.fullName}`,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  products: reachedProducts(apiKeys.products, apiKeys.tenantId),
  engines: reachedEngines(apiKeys.engines, apiKeys.tenantId),
  addresses: apiKeys.addresses,
}

function selectKeys(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, and(eq(users.tenantId, apiKeys.tenantId), eq(users.id, apiKeys.createdBy)))
    .where(and(eq(apiKeys.tenantId, tx.tenantId), matching))
}

export async function findKey(tx: TenantTransaction, id: string): Promise<StoredKey | undefined> {
  const [found] = await selectKeys(tx, eq(apiKeys.id, id))
  return found
}

/** The person who created a key. */
export async function keyOwner(tx: TenantTransaction, id: string): Promise<string | undefined> {
  const [row] = await tx.q
    .select({ createdBy: apiKeys.createdBy })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tx.tenantId), eq(apiKeys.id, id)))
  return row?.createdBy
}

export async function listKeys(
  tx: TenantTransaction,
  wanted: { filters: readonly SQL[]; order: SQL; page: number; pageSize: number },
): Promise<{ items: StoredKey[]; count: number }> {
  const matching = and(...wanted.filters)
  const items = await selectKeys(tx, matching)
    .orderBy(wanted.order, apiKeys.id)
    .limit(wanted.pageSize)
    .offset((wanted.page - 1) * wanted.pageSize)
  return { items, count: await tx.q.$count(apiKeys, and(eq(apiKeys.tenantId, tx.tenantId), matching)) }
}

export async function listKeysWithIds(tx: TenantTransaction, ids: readonly string[]): Promise<StoredKey[]> {
  return ids.length === 0 ? [] : selectKeys(tx, inArray(apiKeys.id, [...ids]))
}

/** The command lines signed in as a person, newest first. */
export async function listKeysOf(tx: TenantTransaction, personId: string): Promise<StoredKey[]> {
  return selectKeys(
    tx,
    and(eq(apiKeys.personId, personId), isNull(apiKeys.revokedAt), sql`coalesce(${apiKeys.expiresAt} > now(), true)`),
  )
    .orderBy(desc(apiKeys.createdAt))
    .limit(100)
}

export interface NewKey {
  readonly name: string
  readonly keyHash: string
  readonly keyStart: string
  readonly groupLabel: string
  readonly scopes: KeyScope[]
  readonly createdBy: string
  /** The owner of the command line, with their groups when they confirmed it. */
  readonly personId?: string
  readonly personGroups?: string[] | null
  /** The API client that it belongs to, and the client's rate limit. */
  readonly clientId?: string
  readonly requestsPerMinute?: number | null
  readonly expiresAt: Date | null
  readonly products: string[] | null
  readonly engines: string[] | null
  readonly addresses: string[] | null
}

/** Throws a unique violation of `api_keys_name` when the name is taken. */
export async function insertKey(tx: TenantTransaction, key: NewKey): Promise<string> {
  const id = newId()
  await tx.q.insert(userGroups).values({ tenantId: tx.tenantId, label: key.groupLabel }).onConflictDoNothing()
  await tx.q.insert(apiKeys).values({ tenantId: tx.tenantId, id, ...key })
  return id
}

/** Revoking again keeps the first revocation time. */
export async function revokeKey(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.tenantId, tx.tenantId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
}
