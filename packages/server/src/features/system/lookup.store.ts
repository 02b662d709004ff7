import type { LookupEntry, LookupName } from '@sheetwright/contract/system/lookup.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { lookupEntries } from '../../platform/db/schema/lookup-entries.ts'

/** An own entry of the tenant, in any list. */
export type TenantEntry = typeof lookupEntries.$inferSelect

export async function readLookupEntries(tx: TenantTransaction): Promise<TenantEntry[]> {
  return tx.q
    .select()
    .from(lookupEntries)
    .where(eq(lookupEntries.tenantId, tx.tenantId))
    .orderBy(asc(lookupEntries.position), asc(lookupEntries.key))
}

/** Inserts one of the tenant's own entries, or changes its value. */
export async function saveLookupEntry(
  tx: TenantTransaction,
  lookup: TenantEntry['lookup'],
  key: string,
  value: string,
): Promise<void> {
  await tx.q
    .insert(lookupEntries)
    .values({ tenantId: tx.tenantId, lookup, key, value })
    .onConflictDoUpdate({ target: [lookupEntries.tenantId, lookupEntries.lookup, lookupEntries.key], set: { value } })
}

export async function removeLookupEntry(
  tx: TenantTransaction,
  lookup: TenantEntry['lookup'],
  key: string,
): Promise<void> {
  const { tenantId } = lookupEntries
  await tx.q
    .delete(lookupEntries)
    .where(and(eq(tenantId, tx.tenantId), eq(lookupEntries.lookup, lookup), eq(lookupEntries.key, key)))
}

/** Replaces the tenant's own entries of a list with these, in this order. */
export async function replaceLookupEntries(
  tx: TenantTransaction,
  lookup: LookupName,
  entries: readonly Pick<TenantEntry, 'key' | 'value' | 'icon'>[],
): Promise<void> {
  const { tenantId } = lookupEntries
  await tx.q.delete(lookupEntries).where(and(eq(tenantId, tx.tenantId), eq(lookupEntries.lookup, lookup)))
  if (entries.length === 0) return
  await tx.q
    .insert(lookupEntries)
    .values(entries.map((entry, index) => ({ tenantId: tx.tenantId, lookup, ...entry, position: index + 1 })))
}

/** Merges a tenant's entries into the built-in ones: the same key replaces, no value removes, a new key is appended. */
export function overlay(
  builtIn: readonly LookupEntry[],
  own: readonly TenantEntry[],
  lookup: LookupName,
): LookupEntry[] {
  const entries = new Map(builtIn.map((entry) => [entry.key, entry]))
  for (const { key, value, icon } of own.filter((entry) => entry.lookup === lookup)) {
    if (value === null) entries.delete(key)
    else entries.set(key, { key, value, icon })
  }
  return [...entries.values()]
}
