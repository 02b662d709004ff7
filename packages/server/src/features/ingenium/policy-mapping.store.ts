import type { PolicyMapping, StoredMapping } from '@sheetwright/contract/ingenium/mapping.ts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { policyMappings, policyMappingVersions } from '../../platform/db/schema/policies.ts'
import { products } from '../../platform/db/schema/products.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { rankOnEngine } from '../test-beds/test-bed.store.ts'

function selectMappings(
  tx: TenantTransaction,
  caller: CallerIdentity,
  number: number | undefined,
  matching: SQL | undefined,
) {
  const latest = sql`(SELECT max(v.number) FROM policy_mapping_versions AS v
    WHERE v.tenant_id = policy_mappings.tenant_id AND v.mapping_id = policy_mappings.id)`
  return tx.q
    .select({
      id: policyMappings.id,
      name: policyMappings.name,
      number: policyMappingVersions.number,
      versions: sql<number>`${latest}::int`,
      productId: policyMappings.productId,
      productName: products.name,
      engineId: policyMappings.engineId,
      serviceName: engines.serviceName,
      note: policyMappingVersions.note,
      mapping: policyMappingVersions.mapping,
      createdBy: sql<string>`(SELECT u.full_name FROM users AS u
        WHERE u.tenant_id = policy_mapping_versions.tenant_id AND u.id = policy_mapping_versions.created_by)`,
      createdAt: policyMappingVersions.createdAt,
      count: sql<number>`count(*) OVER ()::int`,
    })
    .from(policyMappings)
    .innerJoin(
      policyMappingVersions,
      and(
        eq(policyMappingVersions.tenantId, policyMappings.tenantId),
        eq(policyMappingVersions.mappingId, policyMappings.id),
        number === undefined
          ? sql`${policyMappingVersions.number} = ${latest}`
          : eq(policyMappingVersions.number, number),
      ),
    )
    .innerJoin(
      engines,
      and(
        eq(engines.tenantId, policyMappings.tenantId),
        eq(engines.id, policyMappings.engineId),
        isNull(engines.deletedAt),
      ),
    )
    .innerJoin(products, and(eq(products.tenantId, policyMappings.tenantId), eq(products.id, policyMappings.productId)))
    .where(and(eq(policyMappings.tenantId, tx.tenantId), sql`${rankOnEngine(caller)} IS NOT NULL`, matching))
}

function shown(found: Awaited<ReturnType<typeof selectMappings>>[number]): StoredMapping {
  const { count: _, createdAt, ...row } = found
  return { ...row, createdAt: createdAt.toISOString() }
}

/** A mapping of an engine that the caller sees; its latest version if none is named. */
export async function findMapping(
  tx: TenantTransaction,
  caller: CallerIdentity,
  id: string,
  number?: number,
): Promise<StoredMapping | undefined> {
  const [row] = await selectMappings(tx, caller, number, eq(policyMappings.id, id))
  return row && shown(row)
}

export async function listMappings(
  tx: TenantTransaction,
  caller: CallerIdentity,
  asked: {
    readonly page: number
    readonly pageSize: number
    readonly descending: boolean
    readonly search: readonly { readonly field: 'engineId' | 'name'; readonly value: unknown }[]
  },
): Promise<{ items: StoredMapping[]; count: number }> {
  const matching = asked.search.map(({ field, value }) =>
    field === 'engineId'
      ? sql`${policyMappings.engineId}::text = ${String(value).toLowerCase()}`
      : sql`name_key(${policyMappings.name}) LIKE name_key(${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`})`,
  )
  const direction = sql.raw(asked.descending ? 'DESC' : 'ASC')
  const rows = await selectMappings(tx, caller, undefined, and(...matching))
    .orderBy(sql`${policyMappings.name} COLLATE name_order ${direction}`, policyMappings.id)
    .limit(asked.pageSize)
    .offset((asked.page - 1) * asked.pageSize)
  return { items: rows.map(shown), count: rows[0]?.count ?? 0 }
}

/** False if the engine already has a mapping of this name. */
export async function insertMapping(
  tx: TenantTransaction,
  mapping: { productId: string; engineId: string; name: string; createdBy: string },
): Promise<string | undefined> {
  const id = newId()
  const rows = await tx.q
    .insert(policyMappings)
    .values({ tenantId: tx.tenantId, id, ...mapping })
    .onConflictDoNothing()
    .returning({ id: policyMappings.id })
  return rows[0]?.id
}

export async function insertMappingVersion(
  tx: TenantTransaction,
  mappingId: string,
  version: { readonly note: string; readonly mapping: PolicyMapping; readonly createdBy: string },
): Promise<void> {
  // Concurrent saves get consecutive numbers.
  await tx.q.execute(sql`SELECT FROM policy_mappings WHERE tenant_id = ${tx.tenantId} AND id = ${mappingId} FOR UPDATE`)
  const { rows } = await tx.q.execute<{ number: number }>(sql`
    SELECT coalesce(max(number), 0) + 1 AS number FROM policy_mapping_versions
    WHERE tenant_id = ${tx.tenantId} AND mapping_id = ${mappingId}`)
  await tx.q
    .insert(policyMappingVersions)
    .values({ tenantId: tx.tenantId, mappingId, number: rows[0]?.number ?? 1, ...version })
}

/** The mapping as the worker needs it. */
export async function readMapping(
  tx: TenantTransaction,
  id: string,
  number: number,
): Promise<PolicyMapping | undefined> {
  const [row] = await tx.q
    .select({ mapping: policyMappingVersions.mapping })
    .from(policyMappingVersions)
    .where(
      and(
        eq(policyMappingVersions.tenantId, tx.tenantId),
        eq(policyMappingVersions.mappingId, id),
        eq(policyMappingVersions.number, number),
      ),
    )
  return row?.mapping
}
