import { eq } from 'drizzle-orm'
import type { TenantTransaction } from '../db/database.ts'
import { callLimits } from '../db/schema/call-limits.ts'

/** Executions per minute that supervisors of a tenant set. */
export interface TenantLimits {
  /** Of all callers together. */
  readonly tenant: number | undefined
  readonly keys: ReadonlyMap<string, number>
  readonly engines: ReadonlyMap<string, number>
}

export async function limitsOfTenant(tx: TenantTransaction): Promise<TenantLimits> {
  const rows = await tx.q
    .select({
      keyId: callLimits.keyId,
      engineId: callLimits.engineId,
      perMinute: callLimits.executionsPerMinute,
    })
    .from(callLimits)
    .where(eq(callLimits.tenantId, tx.tenantId))
  const byId = (id: 'keyId' | 'engineId') =>
    new Map(rows.flatMap((row) => (row[id] === null ? [] : [[row[id], row.perMinute] as const])))
  return {
    tenant: rows.find(({ keyId, engineId }) => keyId === null && engineId === null)?.perMinute,
    keys: byId('keyId'),
    engines: byId('engineId'),
  }
}
