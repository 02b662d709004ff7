import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CallLimits } from '@sheetwright/contract/limits/call-limit.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { apiKeys } from '../../platform/db/schema/api-keys.ts'
import { callLimits } from '../../platform/db/schema/call-limits.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { products } from '../../platform/db/schema/products.ts'

export type StoredLimit = CallLimits['limits'][number]

/** Of the tenant, an API key or an engine. */
export interface LimitSubject {
  readonly keyId: string | null
  readonly engineId: string | null
}

/** The tenant first, then keys, then engines, by name. Those of revoked keys and deleted engines are not shown. */
export async function listLimits(tx: TenantTransaction): Promise<StoredLimit[]> {
  const rows = await tx.q
    .select({
      keyId: callLimits.keyId,
      engineId: callLimits.engineId,
      executionsPerMinute: callLimits.executionsPerMinute,
      key: apiKeys.name,
      engine: engines.serviceName,
      product: products.name,
    })
    .from(callLimits)
    .leftJoin(apiKeys, and(eq(apiKeys.tenantId, callLimits.tenantId), eq(apiKeys.id, callLimits.keyId)))
    .leftJoin(engines, and(eq(engines.tenantId, callLimits.tenantId), eq(engines.id, callLimits.engineId)))
    .leftJoin(products, and(eq(products.tenantId, engines.tenantId), eq(products.id, engines.productId)))
    .where(and(eq(callLimits.tenantId, tx.tenantId), isNull(apiKeys.revokedAt), isNull(engines.deletedAt)))
    .orderBy(
      sql`num_nonnulls(${callLimits.keyId}, ${callLimits.engineId})`,
      sql`${callLimits.engineId} IS NOT NULL`,
      sql`coalesce(${apiKeys.name}, ${products.name} || ' / ' || ${engines.serviceName}) COLLATE name_order`,
    )
  return rows.map(({ keyId, engineId, executionsPerMinute, key, engine, product }) => {
    if (keyId !== null) return { of: 'key', id: keyId, name: key ?? '', executionsPerMinute }
    if (engineId !== null) return { of: 'engine', id: engineId, name: `${product} / ${engine}`, executionsPerMinute }
    return { of: 'tenant', id: null, name: '', executionsPerMinute }
  })
}

/** Null removes the limit. */
export async function saveLimit(
  tx: TenantTransaction,
  subject: LimitSubject,
  executionsPerMinute: number | null,
): Promise<void> {
  await tx.q.delete(callLimits).where(isOf(tx, subject))
  if (executionsPerMinute === null) return
  await tx.q.insert(callLimits).values({ tenantId: tx.tenantId, id: newId(), ...subject, executionsPerMinute })
}

function isOf(tx: TenantTransaction, { keyId, engineId }: LimitSubject): SQL | undefined {
  return and(
    eq(callLimits.tenantId, tx.tenantId),
    keyId === null ? isNull(callLimits.keyId) : eq(callLimits.keyId, keyId),
    engineId === null ? isNull(callLimits.engineId) : eq(callLimits.engineId, engineId),
  )
}

/** The name of a usable key or an engine; undefined if there is none. */
export async function nameOfSubject(
  tx: TenantTransaction,
  { keyId, engineId }: LimitSubject,
): Promise<string | undefined> {
  if (keyId !== null) {
    const [key] = await tx.q
      .select({ name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.tenantId, tx.tenantId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
    return key?.name
  }
  const [engine] = await tx.q
    .select({ name: engines.serviceName })
    .from(engines)
    .where(and(eq(engines.tenantId, tx.tenantId), eq(engines.id, engineId ?? ''), isNull(engines.deletedAt)))
  return engine?.name
}
