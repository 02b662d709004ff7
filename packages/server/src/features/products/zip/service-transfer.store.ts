import { and, eq } from 'drizzle-orm'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/new-id.ts'
import { type MovedService, serviceTransfers } from '../../../platform/db/schema/service-transfers.ts'

export type { MovedService }

export type StoredTransfer = typeof serviceTransfers.$inferSelect

export async function insertTransfer(
  tx: TenantTransaction,
  transfer: Omit<typeof serviceTransfers.$inferInsert, 'tenantId' | 'id' | 'createdAt'>,
): Promise<string> {
  const id = newId()
  await tx.q.insert(serviceTransfers).values({ tenantId: tx.tenantId, id, ...transfer })
  return id
}

export async function findTransfer(
  tx: TenantTransaction,
  kind: StoredTransfer['kind'],
  id: string,
): Promise<StoredTransfer | undefined> {
  const { tenantId, ...columns } = serviceTransfers
  const [row] = await tx.q
    .select()
    .from(serviceTransfers)
    .where(and(eq(tenantId, tx.tenantId), eq(columns.id, id), eq(columns.kind, kind)))
  return row
}
