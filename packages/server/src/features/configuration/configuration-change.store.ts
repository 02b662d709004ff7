import type { ConfigurationFile } from '@sheetwright/contract/configuration/configuration-file.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { configurationChanges } from '../../platform/db/schema/configuration-changes.ts'

export type StoredChange = typeof configurationChanges.$inferSelect

/** Serializes the applying of files. */
export async function lockConfiguration(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`configuration:${tx.tenantId}`}, 0))`)
}

export async function insertChange(
  tx: TenantTransaction,
  change: { before: ConfigurationFile; after: ConfigurationFile; appliedBy: string },
): Promise<StoredChange> {
  const [row] = await tx.q
    .insert(configurationChanges)
    .values({ tenantId: tx.tenantId, id: newId(), ...change })
    .returning()
  if (!row) throw new Error('The change was not stored')
  return row
}

/** Latest first; ids ascend with time. */
export async function readChanges(tx: TenantTransaction, most: number): Promise<StoredChange[]> {
  return tx.q
    .select()
    .from(configurationChanges)
    .where(eq(configurationChanges.tenantId, tx.tenantId))
    .orderBy(desc(configurationChanges.id))
    .limit(most)
}

export async function markUndone(tx: TenantTransaction, id: string): Promise<StoredChange | undefined> {
  const [row] = await tx.q
    .update(configurationChanges)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(configurationChanges.tenantId, tx.tenantId), eq(configurationChanges.id, id)))
    .returning()
  return row
}
