import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { apiClients } from '../../platform/db/schema/api-clients.ts'
import { apiKeys } from '../../platform/db/schema/api-keys.ts'
import { userGroups, users } from '../../platform/db/schema/users.ts'
import { reachedEngines, reachedProducts } from './reached.store.ts'

export const clientNameIndex = 'api_clients_name'

export interface ClientFields {
  readonly name: string
  readonly owner: string
  readonly contact: string
  readonly groupLabel: string
  readonly products: string[] | null
  readonly engines: string[] | null
  readonly requestsPerMinute: number | null
}

const columns = {
  id: apiClients.id,
  name: apiClients.name,
  owner: apiClients.owner,
  contact: apiClients.contact,
  group: apiClients.groupLabel,
  products: reachedProducts(apiClients.products, apiClients.tenantId),
  engines: reachedEngines(apiClients.engines, apiClients.tenantId),
  requestsPerMinute: apiClients.requestsPerMinute,
  createdBy: sql<string>`${users.fullName}`,
  createdAt: apiClients.createdAt,
}

export type StoredClient = Awaited<ReturnType<typeof selectClients>>[number]

function selectClients(tx: TenantTransaction, matching: SQL | undefined) {
  return tx.q
    .select(columns)
    .from(apiClients)
    .innerJoin(users, and(eq(users.tenantId, apiClients.tenantId), eq(users.id, apiClients.createdBy)))
    .where(and(eq(apiClients.tenantId, tx.tenantId), matching))
}

export async function findClient(tx: TenantTransaction, id: string): Promise<StoredClient | undefined> {
  const [found] = await selectClients(tx, eq(apiClients.id, id))
  return found
}

interface ClientPage {
  readonly page: number
  readonly pageSize: number
  readonly sort: string
  readonly search: readonly { readonly field: 'name' | 'owner'; readonly value: unknown }[]
}

export async function listClients(
  tx: TenantTransaction,
  { page, pageSize, sort, search }: ClientPage,
): Promise<{ items: StoredClient[]; count: number }> {
  const matching = and(
    eq(apiClients.tenantId, tx.tenantId),
    ...search.map(({ field, value }) => sql`strpos(name_key(${apiClients[field]}), name_key(${String(value)})) > 0`),
  )
  const column = sort.endsWith('created') ? sql`${apiClients.createdAt}` : sql`${apiClients.name} COLLATE name_order`
  const items = await selectClients(tx, matching)
    .orderBy(sort.startsWith('-') ? desc(column) : asc(column), apiClients.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, count: await tx.q.$count(apiClients, matching) }
}

/** Throws a unique violation of `api_clients_name` when the name is taken. */
export async function insertClient(tx: TenantTransaction, fields: ClientFields, createdBy: string): Promise<string> {
  const id = newId()
  await tx.q.insert(userGroups).values({ tenantId: tx.tenantId, label: fields.groupLabel }).onConflictDoNothing()
  await tx.q.insert(apiClients).values({ tenantId: tx.tenantId, id, ...fields, createdBy })
  return id
}

/** Changes a client and the permissions of its keys. */
export async function changeClient(tx: TenantTransaction, id: string, fields: ClientFields): Promise<void> {
  await tx.q.insert(userGroups).values({ tenantId: tx.tenantId, label: fields.groupLabel }).onConflictDoNothing()
  await tx.q
    .update(apiClients)
    .set(fields)
    .where(and(eq(apiClients.tenantId, tx.tenantId), eq(apiClients.id, id)))
  const { groupLabel, products, engines, requestsPerMinute } = fields
  await tx.q.update(apiKeys).set({ groupLabel, products, engines, requestsPerMinute }).where(ofClient(tx, id))
}

function ofClient(tx: TenantTransaction, id: string): SQL | undefined {
  return and(eq(apiKeys.tenantId, tx.tenantId), eq(apiKeys.clientId, id))
}

/** Removes a client and revokes its keys; the revoked keys stay listed. */
export async function removeClient(tx: TenantTransaction, id: string): Promise<number> {
  const revoked = await tx.q
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(ofClient(tx, id), isNull(apiKeys.revokedAt)))
  await tx.q.update(apiKeys).set({ clientId: null }).where(ofClient(tx, id))
  await tx.q.delete(apiClients).where(and(eq(apiClients.tenantId, tx.tenantId), eq(apiClients.id, id)))
  return revoked.rowCount ?? 0
}

/** Expires the other keys of a client after some hours, unless they expire earlier anyway. */
export async function endOtherKeys(tx: TenantTransaction, id: string, kept: string, hours: number): Promise<void> {
  await tx.q
    .update(apiKeys)
    .set({ expiresAt: sql`least(${apiKeys.expiresAt}, now() + ${hours} * interval '1 hour')` })
    .where(
      and(
        ofClient(tx, id),
        isNull(apiKeys.revokedAt),
        sql`${apiKeys.id} <> ${kept}`,
        or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
      ),
    )
}

/** The client of each key. */
export async function keysOfClients(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ id: string; clientId: string | null }[]> {
  if (ids.length === 0) return []
  return tx.q
    .select({ id: apiKeys.id, clientId: apiKeys.clientId })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tx.tenantId), inArray(apiKeys.clientId, [...ids])))
    .orderBy(desc(apiKeys.createdAt))
}

/** Calls and errors of the last 30 days by key, from the counters. */
export async function usageOfKeys(
  tx: TenantTransaction,
  keys: readonly string[],
): Promise<Map<string, { calls: number; errors: number }>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.q.execute<{ key: string; calls: string; errors: string }>(sql`
    SELECT s.caller_id AS key, sum(c.calls) AS calls, sum(c.errors) AS errors
    FROM call_series s JOIN call_counts c ON c.tenant_id = s.tenant_id AND c.span = 1440
      AND c.engine_id = s.engine_id AND c.series_id = s.id AND c.start > now() - interval '30 days'
    WHERE s.tenant_id = ${tx.tenantId} AND s.caller_kind = 'key' AND s.caller_id = ANY (${sql.param([...keys])}::uuid[])
    GROUP BY s.caller_id`)
  return new Map(rows.map(({ key, calls, errors }) => [key, { calls: Number(calls), errors: Number(errors) }]))
}
