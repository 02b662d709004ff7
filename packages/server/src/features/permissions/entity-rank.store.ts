import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'
import { products } from '../../platform/db/schema/products.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { heldBy } from './permission-rank.store.ts'

/** A product, or something that has a product as its parent. */
export interface Entity {
  readonly type: 'product' | 'engine' | 'document' | 'folder'
  readonly id: string
  readonly productId: string
  /** For an engine: its name within the product, which visitor links use. */
  readonly serviceName?: string
}

/** Columns of a table whose rows are entities of one type. */
export interface EntityColumns {
  readonly id: SQL
  readonly productId: SQL
  readonly tenantId: SQL
}

/**
 * SQL for the rank of a caller's access to entities of a type; null means no access. A grant on a product applies to
 * everything in it; a grant on the entity can add to it. Contents of a deleted product are never accessible.
 */
export function rankOn(caller: CallerIdentity, type: Entity['type'], columns: EntityColumns): SQL<number | null> {
  return sql<number | null>`(SELECT ${rankIn(caller, type, columns)} FROM ${products}
    WHERE ${and(
      sql`${products.tenantId} = ${columns.tenantId}`,
      sql`${products.id} = ${columns.productId}`,
      isNull(products.deletedAt),
    )})`
}

/** The same for one entity. */
export async function rankOfEntity(
  tx: TenantTransaction,
  caller: CallerIdentity,
  { id, type, productId }: Entity,
): Promise<number | null> {
  const columns = { id: sql`${id}::uuid`, productId: sql`${productId}::uuid`, tenantId: sql`${tx.tenantId}::uuid` }
  const { rows } = await tx.q.execute<{ rank: number | null }>(sql`SELECT ${rankOn(caller, type, columns)} AS rank`)
  return rows[0]?.rank ?? null
}

function rankIn(caller: CallerIdentity, type: Entity['type'], columns: EntityColumns): SQL {
  const rank = rankByGroups(caller, type, columns)
  if (caller.kind !== 'key' || caller.reach === undefined) return rank
  // The limits of a key never widen its group's permissions.
  const inProduct = isOneOf(columns.productId, caller.reach.products)
  const within = type === 'engine' ? or(inProduct, isOneOf(columns.id, caller.reach.engines)) : inProduct
  return sql`CASE WHEN ${within} THEN ${rank} END`
}

function isOneOf(column: SQL, ids: readonly string[]): SQL {
  return sql`${column} = ANY (${sql.param([...ids])}::uuid[])`
}

function rankByGroups(caller: CallerIdentity, type: Entity['type'], columns: EntityColumns): SQL {
  if (caller.kind === 'anyone' || caller.kind === 'fileVisitor') return sql`NULL::int`
  if (caller.kind === 'visitor') return sql`${accessRanks.view}::int`
  if (caller.kind === 'user' && (caller.isAdmin || caller.isSuperuser)) return sql`${accessRanks.manage}::int`
  // An API key never administers: the key of a supervisors' group accesses all products, but manages none.
  const strongest = caller.kind === 'key' ? accessRanks.edit : accessRanks.manage
  if (caller.kind === 'key' && caller.groups.some(isOfSupervisors)) return sql`${strongest}::int`
  const userId = caller.kind === 'key' ? caller.personId : caller.userId
  const granted = sql`(SELECT max(least(${entityPermissions.level}, ${strongest}::int)) FROM ${entityPermissions}
    WHERE ${and(
      eq(entityPermissions.tenantId, products.tenantId),
      eq(entityPermissions.productId, products.id),
      or(
        eq(entityPermissions.entityType, 'product'),
        and(eq(entityPermissions.entityType, type), sql`${entityPermissions.entityId} = ${columns.id}`),
      ),
      heldBy(userId === undefined ? { groups: caller.groups } : { userId, groups: caller.groups }),
    )})`
  if (userId === undefined) return granted
  return sql`greatest(CASE WHEN ${products.ownerId} = ${userId} THEN ${strongest}::int END, ${granted})`
}

function isOfSupervisors(label: string): boolean {
  return label.startsWith('supervisor:')
}
