import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import { sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'

export interface ProofInEffect {
  readonly engineId: string
  readonly uploadId: string
  readonly buildHash: string
  readonly verdict: ParityReport['verdict'] | null
}

/** The proof of each engine's version that answers calls now. */
export async function proofsInEffect(tx: TenantTransaction, engineIds: readonly string[]): Promise<ProofInEffect[]> {
  const { rows } = await tx.q.execute<{
    engine_id: string
    upload_id: string
    build_hash: string
    verdict: ParityReport['verdict'] | null
  }>(sql`
    SELECT DISTINCT ON (v.engine_id) v.engine_id, u.id AS upload_id, u.build_hash, u.verdict
    FROM engine_versions AS v JOIN engine_uploads AS u ON u.tenant_id = v.tenant_id AND u.id = v.upload_id
    WHERE v.tenant_id = ${tx.tenantId} AND v.engine_id = ANY(${sql.param([...engineIds])}::uuid[])
      AND v.state = 'Active' AND now() BETWEEN v.effective_start AND v.effective_end AND u.build_hash IS NOT NULL
    ORDER BY v.engine_id, v.major DESC, v.minor DESC, v.patch DESC`)
  return rows.map((row) => ({
    engineId: row.engine_id,
    uploadId: row.upload_id,
    buildHash: row.build_hash,
    verdict: row.verdict,
  }))
}

export async function saveVerdict(
  tx: TenantTransaction,
  uploadId: string,
  verdict: ParityReport['verdict'],
): Promise<void> {
  await tx.q.execute(
    sql`UPDATE engine_uploads SET verdict = ${verdict} WHERE tenant_id = ${tx.tenantId} AND id = ${uploadId}`,
  )
}
