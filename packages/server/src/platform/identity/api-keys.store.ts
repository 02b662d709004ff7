import type { KeyScope } from '@sheetwright/contract/call.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { apiKeyAddresses, apiKeys } from '../db/schema/api-keys.ts'
import { users } from '../db/schema/users.ts'

export interface UsableKey {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  /** The person who signed in the command line. */
  readonly personId: string | null
  /** The API client it belongs to, and the rate limit of that. */
  readonly clientId: string | null
  readonly requestsPerMinute: number | null
  readonly scopes: readonly KeyScope[]
  readonly expiresAt: Date | null
  readonly products: readonly string[] | null
  readonly engines: readonly string[] | null
  readonly addresses: readonly string[] | null
}

/** Those of the key's own group, or the person's current ones. */
const groupsOfKey = sql<string[]>`CASE
  WHEN ${apiKeys.personId} IS NULL THEN ARRAY[${apiKeys.groupLabel}]
  WHEN ${users.issuer} IS NOT NULL THEN ${apiKeys.personGroups}
  ELSE coalesce((SELECT array_agg(m.label ORDER BY m.label) FROM user_group_members m
    WHERE m.tenant_id = ${apiKeys.tenantId} AND m.user_id = ${apiKeys.personId}), '{}') END`

/** The key with this hash or id, unless it is revoked, has expired, or its person is disabled. */
export async function findUsableKey(
  tx: TenantTransaction,
  sought: { readonly keyHash: string } | { readonly id: string },
): Promise<UsableKey | undefined> {
  const rows = await tx.q
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      groups: groupsOfKey,
      personId: apiKeys.personId,
      clientId: apiKeys.clientId,
      requestsPerMinute: apiKeys.requestsPerMinute,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      products: apiKeys.products,
      engines: apiKeys.engines,
      addresses: apiKeys.addresses,
    })
    .from(apiKeys)
    .leftJoin(users, and(eq(users.tenantId, apiKeys.tenantId), eq(users.id, apiKeys.personId)))
    .where(
      and(
        eq(apiKeys.tenantId, tx.tenantId),
        sql`coalesce(${users.isActive}, true)`,
        'id' in sought ? eq(apiKeys.id, sought.id) : eq(apiKeys.keyHash, sought.keyHash),
        isNull(apiKeys.revokedAt),
        sql`coalesce(${apiKeys.expiresAt} > now(), true)`,
      ),
    )
  return rows[0]
}

/** Recorded to the minute, so that a busy key does not write a row for every call. */
export async function noteKeyUse(tx: TenantTransaction, id: string): Promise<void> {
  await tx.q
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(apiKeys.tenantId, tx.tenantId),
        eq(apiKeys.id, id),
        sql`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`,
      ),
    )
}

/** A key used from many addresses would fill the trail without saying more. */
const mostAddresses = 1000

/** Records an address that a key is used from; false if it is known, or exceeds the limit. */
export async function keepKeyAddress(tx: TenantTransaction, keyId: string, address: string): Promise<boolean> {
  const known = and(eq(apiKeyAddresses.tenantId, tx.tenantId), eq(apiKeyAddresses.keyId, keyId))
  if ((await tx.q.$count(apiKeyAddresses, known)) >= mostAddresses) return false
  const rows = await tx.q
    .insert(apiKeyAddresses)
    .values({ tenantId: tx.tenantId, keyId, address })
    .onConflictDoNothing()
    .returning({ address: apiKeyAddresses.address })
  return rows.length > 0
}
