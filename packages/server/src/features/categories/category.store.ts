import { builtInCategories, categoryIcon, type Category } from '@sheetwright/contract/categories/category.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { lookupEntries } from '../../platform/db/schema/lookup-entries.ts'
import { overlay, readLookupEntries } from '../system/lookup.store.ts'

const lookup = 'ProductCategories'

export type StoredCategory = Pick<Category, 'key' | 'value' | 'icon'>

/** The tenant's categories, in their order. */
export async function listCategories(tx: TenantTransaction): Promise<StoredCategory[]> {
  const entries = overlay(builtInCategories, await readLookupEntries(tx), lookup)
  return entries.map(({ key, value, icon }) => ({ key, value, icon: categoryIcon.safeParse(icon).data ?? null }))
}

/** The category with this key, ignoring case. */
export async function findCategory(tx: TenantTransaction, key: string): Promise<StoredCategory | undefined> {
  const wanted = comparable(key)
  return (await listCategories(tx)).find((category) => comparable(category.key) === wanted)
}

/** Serializes changes of the tenant's categories, so that no key is added twice. */
export async function lockCategories(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`categories:${tx.tenantId}`}, 0))`)
}

export async function putCategory(tx: TenantTransaction, { key, value, icon }: StoredCategory): Promise<void> {
  const position = sql`(
    SELECT coalesce(max(position), 0) + 1 FROM lookup_entries WHERE tenant_id = ${tx.tenantId} AND lookup = ${lookup})`
  await tx.q
    .insert(lookupEntries)
    .values({ tenantId: tx.tenantId, lookup, key, value, icon, position })
    .onConflictDoUpdate({
      target: [lookupEntries.tenantId, lookupEntries.lookup, lookupEntries.key],
      set: { value, icon },
    })
}

/** Deletes a tenant's own category; a built-in one is only hidden. */
export async function removeCategory(tx: TenantTransaction, key: string): Promise<void> {
  if (builtInCategories.some((category) => category.key === key)) {
    await tx.q
      .insert(lookupEntries)
      .values({ tenantId: tx.tenantId, lookup, key, value: null })
      .onConflictDoUpdate({
        target: [lookupEntries.tenantId, lookupEntries.lookup, lookupEntries.key],
        set: { value: null, icon: null },
      })
    return
  }
  const { tenantId, ...columns } = lookupEntries
  await tx.q
    .delete(lookupEntries)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.lookup, lookup), eq(columns.key, key)))
}

function comparable(key: string): string {
  return key.normalize('NFC').toLowerCase()
}
