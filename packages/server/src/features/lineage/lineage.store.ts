import { type SQL, sql } from 'drizzle-orm'
import { lineageDays } from '@sheetwright/contract/lineage/get-lineage.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOn } from '../permissions/entity-rank.store.ts'

/** An active or newest version of an engine, with a table that it copied, if any. */
export interface VersionUse extends Record<string, unknown> {
  readonly engineId: string
  readonly serviceName: string
  readonly productId: string
  readonly productName: string
  readonly rank: number | null
  readonly versionId: string
  readonly revision: string
  readonly state: string
  readonly buildHash: string
  readonly isCurrent: boolean
  readonly range: string | null
  readonly documentId: string | null
  readonly documentName: string | null
  readonly isOutdated: boolean
}

/** The tables that the tenant's engines copy, for every active version and the newest one. */
export async function versionUses(
  tx: TenantTransaction,
  caller: CallerIdentity,
  asked: { readonly documentId?: string; readonly engineId?: string },
): Promise<VersionUse[]> {
  const rank = rankOn(caller, 'engine', { id: sql`e.id`, productId: sql`e.product_id`, tenantId: sql`e.tenant_id` })
  const wanted: SQL =
    asked.engineId === undefined
      ? asked.documentId === undefined
        ? sql`true`
        : sql`b.document_id = ${asked.documentId}`
      : sql`e.id = ${asked.engineId}`
  const { rows } = await tx.q.execute<VersionUse>(sql`
    SELECT e.id AS "engineId", e.service_name AS "serviceName", p.id AS "productId", p.name AS "productName",
      ${rank} AS rank, v.id AS "versionId", v.major || '.' || v.minor || '.' || v.patch AS revision, v.state,
      u.build_hash AS "buildHash",
      v.id = (SELECT c.id FROM engine_versions AS c
        WHERE c.tenant_id = e.tenant_id AND c.engine_id = e.id AND c.state <> 'Archived'
        ORDER BY (c.state = 'Active' AND now() BETWEEN c.effective_start AND c.effective_end) DESC,
          c.major DESC, c.minor DESC, c.patch DESC LIMIT 1) AS "isCurrent",
      b.name AS range, d.id AS "documentId", d.service_name AS "documentName",
      reference_update_required(v.tenant_id, v.upload_id) AS "isOutdated"
    FROM engines AS e
    JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id AND p.deleted_at IS NULL
    JOIN engine_versions AS v ON v.tenant_id = e.tenant_id AND v.engine_id = e.id AND v.state IN ('Active', 'Draft')
    JOIN engine_uploads AS u ON u.tenant_id = v.tenant_id AND u.id = v.upload_id
    LEFT JOIN engine_references AS b ON b.tenant_id = v.tenant_id AND b.upload_id = v.upload_id
    LEFT JOIN master_references AS d ON d.tenant_id = b.tenant_id AND d.id = b.document_id
    WHERE e.tenant_id = ${tx.tenantId} AND e.deleted_at IS NULL AND ${wanted}
    ORDER BY p.name COLLATE name_order, e.service_name COLLATE name_order, v.major DESC, v.minor DESC, v.patch DESC
    LIMIT 5000`)
  return rows
}

export interface EngineCaller extends Record<string, unknown> {
  readonly engineId: string
  readonly kind: string
  readonly name: string
  readonly calls: number
}

/** Recent callers of engines, most frequent first. */
export async function callersOf(tx: TenantTransaction, engineIds: readonly string[]): Promise<EngineCaller[]> {
  if (engineIds.length === 0) return []
  const { rows } = await tx.q.execute<EngineCaller>(sql`
    SELECT engine_id AS "engineId", caller_kind AS kind, caller_name AS name, count(*)::int AS calls
    FROM engine_calls
    WHERE tenant_id = ${tx.tenantId} AND engine_id = ANY(${sql.param([...engineIds])}::uuid[])
      AND at > now() - ${lineageDays} * interval '1 day'
    GROUP BY engine_id, caller_kind, caller_name
    ORDER BY count(*) DESC LIMIT 500`)
  return rows
}
