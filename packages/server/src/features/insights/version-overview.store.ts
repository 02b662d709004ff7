import type { VersionState } from '@sheetwright/contract/engines/engine.ts'
import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'

export interface OverviewVersion {
  readonly id: string
  readonly engineId: string
  readonly revision: string
  readonly state: VersionState
  readonly effectiveStart: string
  readonly effectiveEnd: string
  readonly releaseNote: string
}

/** Versions of engines, newest first. */
export async function versionsOfEngines(
  tx: TenantTransaction,
  engineIds: readonly string[],
): Promise<OverviewVersion[]> {
  const { rows } = await tx.q.execute<{
    id: string
    engine_id: string
    revision: string
    state: VersionState
    effective_start: Date | string
    effective_end: Date | string
    release_note: string
  }>(sql`
    SELECT id, engine_id, major || '.' || minor || '.' || patch AS revision, state, effective_start, effective_end, release_note
    FROM engine_versions
    WHERE tenant_id = ${tx.tenantId} AND engine_id = ANY(${sql.param([...engineIds])}::uuid[]) AND state <> 'Archived'
    ORDER BY major DESC, minor DESC, patch DESC`)
  return rows.map((row) => ({
    id: row.id,
    engineId: row.engine_id,
    revision: row.revision,
    state: row.state,
    effectiveStart: new Date(row.effective_start).toISOString(),
    effectiveEnd: new Date(row.effective_end).toISOString(),
    releaseNote: row.release_note,
  }))
}
