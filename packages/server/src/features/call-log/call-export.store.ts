import { and, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { callExports } from '../../platform/db/schema/call-exports.ts'

/** How long a file of exported calls can be downloaded. */
const keptDays = 7

export interface CallExport {
  readonly id: string
  readonly engineId: string
  readonly fileHash: string
  readonly fileName: string
  /** Who had a file of a calculation made. */
  readonly callerKind?: 'user' | 'key' | 'visitor' | 'anyone' | null
  readonly callerId?: string | null
}

/** Overwrites the file: a job that restarts after a crash writes it again. */
export async function saveCallExport(tx: TenantTransaction, file: CallExport): Promise<void> {
  const { fileHash, fileName } = file
  await tx.q
    .insert(callExports)
    .values({ tenantId: tx.tenantId, ...file })
    .onConflictDoUpdate({ target: [callExports.tenantId, callExports.id], set: { fileHash, fileName } })
}

export async function findCallExport(
  tx: TenantTransaction,
  engineId: string,
  id: string,
): Promise<CallExport | undefined> {
  const [row] = await tx.q
    .select({
      id: callExports.id,
      engineId: callExports.engineId,
      fileHash: callExports.fileHash,
      fileName: callExports.fileName,
      callerKind: callExports.callerKind,
      callerId: callExports.callerId,
    })
    .from(callExports)
    .where(and(eq(callExports.tenantId, tx.tenantId), eq(callExports.engineId, engineId), eq(callExports.id, id)))
  return row
}

export async function purgeCallExports(tx: TenantTransaction): Promise<void> {
  const old = sql`${callExports.createdAt} < now() - ${keptDays} * interval '1 day'`
  await tx.q.delete(callExports).where(and(eq(callExports.tenantId, tx.tenantId), old))
}
