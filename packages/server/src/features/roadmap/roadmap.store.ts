import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { products } from '../../platform/db/schema/products.ts'
import { roadmapDependencies, roadmapProgress } from '../../platform/db/schema/roadmap.ts'

/** Serializes changes of the tenant's dependencies, so that two cannot close a cycle together. */
export async function lockRoadmap(tx: TenantTransaction): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`roadmap:${tx.tenantId}`}, 0))`)
}

const sortColumns = {
  start: sql`${products.startDate}`,
  end: sql`${products.launchDate}`,
  name: sql`${products.name} COLLATE name_order`,
} as const

type SortField = keyof typeof sortColumns

export function orderTasks(sort: SortField | `-${SortField}`): SQL {
  const column = sortColumns[sort.replace(/^-/, '') as SortField]
  return sort.startsWith('-') ? sql`${column} DESC NULLS LAST` : sql`${column} ASC NULLS LAST`
}

/** True for the given products. */
export function isAmong(ids: readonly string[]): SQL {
  return inArray(products.id, [...ids])
}

/** Progress in percent by product. */
export async function readProgress(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.q
    .select({ id: roadmapProgress.productId, progress: roadmapProgress.progress })
    .from(roadmapProgress)
    .where(and(eq(roadmapProgress.tenantId, tx.tenantId), inArray(roadmapProgress.productId, [...ids])))
  return new Map(rows.map(({ id, progress }) => [id, progress]))
}

export async function writeProgress(tx: TenantTransaction, productId: string, progress: number): Promise<void> {
  await tx.q
    .insert(roadmapProgress)
    .values({ tenantId: tx.tenantId, productId, progress })
    .onConflictDoUpdate({ target: [roadmapProgress.tenantId, roadmapProgress.productId], set: { progress } })
}

/** The ids of the live products that each of the given ones depends on. */
export async function readDependencies(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<{ productId: string; dependsOn: string }[]> {
  if (ids.length === 0) return []
  return tx.q
    .select({ productId: roadmapDependencies.productId, dependsOn: roadmapDependencies.dependsOn })
    .from(roadmapDependencies)
    .innerJoin(
      products,
      and(eq(products.tenantId, roadmapDependencies.tenantId), eq(products.id, roadmapDependencies.dependsOn)),
    )
    .where(
      and(
        eq(roadmapDependencies.tenantId, tx.tenantId),
        inArray(roadmapDependencies.productId, [...ids]),
        sql`${products.deletedAt} IS NULL`,
      ),
    )
    .orderBy(roadmapDependencies.productId, roadmapDependencies.dependsOn)
}

/** Makes a product depend on `added` and no longer on `removed`. */
export async function changeDependencies(
  tx: TenantTransaction,
  productId: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  const { tenantId, dependsOn, ...columns } = roadmapDependencies
  if (removed.length > 0) {
    await tx.q
      .delete(roadmapDependencies)
      .where(and(eq(tenantId, tx.tenantId), eq(columns.productId, productId), inArray(dependsOn, [...removed])))
  }
  if (added.length > 0) {
    await tx.q
      .insert(roadmapDependencies)
      .values(added.map((id) => ({ tenantId: tx.tenantId, productId, dependsOn: id })))
      .onConflictDoNothing()
  }
}

/** True if the product depends on itself through others. */
export async function isInCycle(tx: TenantTransaction, productId: string): Promise<boolean> {
  const { rows } = await tx.q.execute<{ found: boolean }>(sql`
    WITH RECURSIVE reached (id) AS (
      SELECT depends_on FROM roadmap_dependencies WHERE tenant_id = ${tx.tenantId} AND product_id = ${productId}
      UNION
      SELECT d.depends_on FROM roadmap_dependencies AS d INNER JOIN reached AS r ON d.product_id = r.id
      WHERE d.tenant_id = ${tx.tenantId}
    )
    SELECT EXISTS (SELECT FROM reached WHERE id = ${productId}) AS found`)
  return rows[0]?.found ?? false
}

/** A dependency with the days that its product starts too early; 0 if it starts in time or a date is missing. */
interface DependencyGap {
  readonly productId: string
  readonly dependsOn: string
  readonly daysEarly: number
}

/** Every dependency of or on one of the products. */
export async function dependencyGaps(tx: TenantTransaction, ids: readonly string[]): Promise<DependencyGap[]> {
  const { rows } = await tx.q.execute<{ product_id: string; depends_on: string; days_early: number }>(sql`
    SELECT d.product_id, d.depends_on, greatest(coalesce(before.start_date - later.start_date, 0), 0) AS days_early
    FROM roadmap_dependencies AS d
    INNER JOIN products AS later ON later.tenant_id = d.tenant_id AND later.id = d.product_id
    INNER JOIN products AS before ON before.tenant_id = d.tenant_id AND before.id = d.depends_on
    WHERE d.tenant_id = ${tx.tenantId} AND later.deleted_at IS NULL AND before.deleted_at IS NULL
      AND (d.product_id = ANY(${asArray(ids)}::uuid[]) OR d.depends_on = ANY(${asArray(ids)}::uuid[]))`)
  return rows.map((row) => ({ productId: row.product_id, dependsOn: row.depends_on, daysEarly: row.days_early }))
}

function asArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}
