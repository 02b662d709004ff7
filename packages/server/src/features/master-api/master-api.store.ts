import type { ApiDefinition, ApiField, ApiMode } from '@sheetwright/contract/master-api/master-api-definition.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { masterApiSettings, masterApiVersions } from '../../platform/db/schema/master-api.ts'
import { users } from '../../platform/db/schema/users.ts'

/** The requested version, else the published one, else the newest; undefined if there is none. */
export async function findDefinition(
  tx: TenantTransaction,
  productId: string,
  version?: number,
): Promise<ApiDefinition | undefined> {
  const rows = await tx.q
    .select({ row: masterApiVersions, createdBy: users.fullName })
    .from(masterApiVersions)
    .innerJoin(users, and(eq(users.tenantId, masterApiVersions.tenantId), eq(users.id, masterApiVersions.createdBy)))
    .where(and(eq(masterApiVersions.tenantId, tx.tenantId), eq(masterApiVersions.productId, productId)))
    .orderBy(desc(masterApiVersions.version))
  const found =
    version === undefined
      ? (rows.find(({ row }) => row.state === 'Active') ?? rows[0])
      : rows.find(({ row }) => row.version === version)
  if (found === undefined) return undefined
  const { row, createdBy } = found
  return {
    productId,
    version: row.version,
    state: row.state,
    mode: await modeOf(tx, productId),
    fileName: row.fileName,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    versions: rows.map(({ row: { version: number, state, createdAt } }) => ({
      version: number,
      state,
      createdAt: createdAt.toISOString(),
    })),
    fields: row.fields,
  }
}

/** The definition that uploads are checked against. */
export async function publishedDefinition(
  tx: TenantTransaction,
  productId: string,
): Promise<{ fields: readonly ApiField[]; mode: ApiMode } | undefined> {
  const [row] = await tx.q
    .select({ fields: masterApiVersions.fields })
    .from(masterApiVersions)
    .where(
      and(
        eq(masterApiVersions.tenantId, tx.tenantId),
        eq(masterApiVersions.productId, productId),
        eq(masterApiVersions.state, 'Active'),
      ),
    )
    .orderBy(desc(masterApiVersions.version))
    .limit(1)
  return row && { fields: row.fields, mode: await modeOf(tx, productId) }
}

/** The published fields, whose labels, units and descriptions pages use; empty if nothing is published. */
export async function publishedFields(tx: TenantTransaction, productId: string): Promise<readonly ApiField[]> {
  return (await publishedDefinition(tx, productId))?.fields ?? []
}

async function modeOf(tx: TenantTransaction, productId: string): Promise<ApiMode> {
  const [row] = await tx.q
    .select({ mode: masterApiSettings.mode })
    .from(masterApiSettings)
    .where(and(eq(masterApiSettings.tenantId, tx.tenantId), eq(masterApiSettings.productId, productId)))
  return row?.mode ?? 'warn'
}

export async function insertDefinition(
  tx: TenantTransaction,
  definition: { productId: string; fileName: string; fields: ApiField[]; createdBy: string },
): Promise<void> {
  const lock = `master-api:${tx.tenantId}:${definition.productId}`
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [last] = await tx.q
    .select({ version: masterApiVersions.version })
    .from(masterApiVersions)
    .where(and(eq(masterApiVersions.tenantId, tx.tenantId), eq(masterApiVersions.productId, definition.productId)))
    .orderBy(desc(masterApiVersions.version))
    .limit(1)
  await tx.q
    .insert(masterApiVersions)
    .values({ tenantId: tx.tenantId, version: (last?.version ?? 0) + 1, ...definition })
}

/** Only one version is published at a time. */
export async function publishDefinition(tx: TenantTransaction, productId: string, version: number): Promise<void> {
  const ofProduct = and(eq(masterApiVersions.tenantId, tx.tenantId), eq(masterApiVersions.productId, productId))
  await tx.q.update(masterApiVersions).set({ state: 'Draft' }).where(ofProduct)
  await tx.q
    .update(masterApiVersions)
    .set({ state: 'Active', publishedAt: sql`now()` })
    .where(and(ofProduct, eq(masterApiVersions.version, version)))
}

export async function saveMode(tx: TenantTransaction, productId: string, mode: ApiMode): Promise<void> {
  await tx.q
    .insert(masterApiSettings)
    .values({ tenantId: tx.tenantId, productId, mode })
    .onConflictDoUpdate({ target: [masterApiSettings.tenantId, masterApiSettings.productId], set: { mode } })
}

export async function deleteDefinition(tx: TenantTransaction, productId: string): Promise<number> {
  const gone = await tx.q
    .delete(masterApiVersions)
    .where(and(eq(masterApiVersions.tenantId, tx.tenantId), eq(masterApiVersions.productId, productId)))
    .returning({ version: masterApiVersions.version })
  return gone.length
}
