import type { SyncEngine, SyncOutcome, SyncState } from '@sheetwright/contract/master-references/sync-report.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { referenceSyncEngines } from '../../platform/db/schema/master-references.ts'

/** Stores which engines a sync is going to update. */
export async function insertSyncEngines(
  tx: TenantTransaction,
  jobId: string,
  engineIds: readonly string[],
): Promise<void> {
  if (engineIds.length === 0) return
  await tx.q
    .insert(referenceSyncEngines)
    .values(engineIds.map((engineId, position) => ({ tenantId: tx.tenantId, jobId, engineId, position })))
}

export interface StoredSyncEngine extends SyncEngine {
  readonly uploadId: string | null
}

/** The engines of a sync in order, with their outcomes. */
export async function listSyncEngines(tx: TenantTransaction, jobId: string): Promise<StoredSyncEngine[]> {
  const { rows } = await tx.q.execute<StoredSyncEngine & Record<string, unknown>>(sql`
    SELECT s.engine_id AS "engineId", e.service_name AS "serviceName", p.id AS "productId", p.name AS "productName",
      s.state, s.outcome, s.upload_id AS "uploadId"
    FROM reference_sync_engines AS s
    JOIN engines AS e ON e.tenant_id = s.tenant_id AND e.id = s.engine_id
    JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id
    WHERE s.tenant_id = ${tx.tenantId} AND s.job_id = ${jobId}
    ORDER BY s.position`)
  return rows
}

/** Stores the upload of an engine's new version; false if an earlier attempt stored one. */
export async function noteSyncUpload(
  tx: TenantTransaction,
  { jobId, engineId, uploadId, outcome }: { jobId: string; engineId: string; uploadId: string; outcome: SyncOutcome },
): Promise<boolean> {
  const rows = await tx.q
    .update(referenceSyncEngines)
    .set({ uploadId, outcome })
    .where(and(isRow(tx, jobId, engineId), isNull(referenceSyncEngines.uploadId)))
    .returning({ engineId: referenceSyncEngines.engineId })
  return rows.length > 0
}

export async function endSyncEngine(
  tx: TenantTransaction,
  jobId: string,
  engineId: string,
  end: { readonly state: SyncState; readonly outcome: SyncOutcome },
): Promise<void> {
  await tx.q
    .update(referenceSyncEngines)
    .set(end)
    .where(isRow(tx, jobId, engineId))
}

function isRow(tx: TenantTransaction, jobId: string, engineId: string) {
  return and(
    eq(referenceSyncEngines.tenantId, tx.tenantId),
    eq(referenceSyncEngines.jobId, jobId),
    eq(referenceSyncEngines.engineId, engineId),
  )
}
