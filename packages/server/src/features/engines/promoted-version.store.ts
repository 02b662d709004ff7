import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { promotedVersions } from '../../platform/db/schema/promoted-versions.ts'

export type StoredPromotion = Omit<typeof promotedVersions.$inferSelect, 'tenantId'>

export async function insertPromotion(tx: TenantTransaction, promotion: StoredPromotion): Promise<void> {
  await tx.q.insert(promotedVersions).values({ tenantId: tx.tenantId, ...promotion })
}

export async function findPromotion(tx: TenantTransaction, versionId: string): Promise<StoredPromotion | undefined> {
  const [row] = await tx.q
    .select()
    .from(promotedVersions)
    .where(and(eq(promotedVersions.tenantId, tx.tenantId), eq(promotedVersions.versionId, versionId)))
  return row
}
