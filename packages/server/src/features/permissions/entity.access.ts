import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'
import { products } from '../../platform/db/schema/products.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { heldBy, levelOf } from './permission.access.ts'

/** A product, or something that has a product as its parent. */
export interface Entity {
  readonly type: 'product' | 'engine' | 'document' | 'folder'
  readonly id: string
  readonly productId: string
  /** Of an engine: its name within the product, by which the links of visitors know it. */
  readonly serviceName?: string
}

/** What is to be done with an entity. */
export type Right = 'read' | 'execute' | 'write' | 'manage'

/** Who sees a thing may calculate with it. */
const levelFor: Record<Right, AccessLevel> = { read: 'view', execute: 'view', write: 'edit', manage: 'manage' }

/** Columns of a table whose rows are entities of one type. */
export interface EntityColumns {
  readonly id: SQL
  readonly productId: SQL
  readonly tenantId: SQL
}

/**
 * The rank of what a caller may do with entities of a type, for use in a query; null where they may do nothing. What was
 * given on a product holds for everything in it, what was given on the entity itself can add to it. Nothing of a
 * deleted product is reached.
 */
export function rankOn(caller: CallerIdentity, type: Entity['type'], columns: EntityColumns): SQL<number | null> {
  return sql<number | null>`(SELECT ${rankIn(caller, type, columns)} FROM ${products}
    WHERE ${and(
      sql`${products.tenantId} = ${columns.tenantId}`,
      sql`${products.id} = ${columns.productId}`,
      isNull(products.deletedAt),
    )})`
}

/** What a caller may do with one entity; undefined when they may not even see it. */
export async function accessTo(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
): Promise<AccessLevel | undefined> {
  if (caller.kind === 'visitor' && !isOfLink(caller, entity)) return undefined
  const columns = {
    id: sql`${entity.id}::uuid`,
    productId: sql`${entity.productId}::uuid`,
    tenantId: sql`${tx.tenantId}::uuid`,
  }
  const { rows } = await tx.q.execute<{ rank: number | null }>(
    sql`SELECT ${rankOn(caller, entity.type, columns)} AS rank`,
  )
  const rank = rows[0]?.rank ?? null
  return rank === null ? undefined : levelOf(rank)
}

/** Whether a caller of any kind may do something with an entity. */
export async function mayOn(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
  right: Right,
): Promise<boolean> {
  const level = await accessTo(tx, caller, entity)
  return level !== undefined && accessRanks[level] >= accessRanks[levelFor[right]]
}

/** Refuses what `mayOn` denies. What the caller may not see does not exist for them: `missing` says so. */
export async function requireOn(
  tx: TenantTransaction,
  caller: CallerIdentity,
  entity: Entity,
  right: Right,
  missing: () => CallError,
): Promise<AccessLevel> {
  const level = await accessTo(tx, caller, entity)
  if (level === undefined) throw missing()
  if (accessRanks[level] >= accessRanks[levelFor[right]]) return level
  const reason = right === 'manage' ? 'This is for those who manage it' : 'You may see this but not change it'
  throw new CallError('PERMISSION_DENIED', reason)
}

function rankIn(caller: CallerIdentity, type: Entity['type'], columns: EntityColumns): SQL {
  if (caller.kind === 'anyone') return sql`NULL::int`
  if (caller.kind === 'visitor') return sql`${accessRanks.view}::int`
  if (caller.kind === 'user' && (caller.isAdmin || caller.isSuperuser)) return sql`${accessRanks.manage}::int`
  // An API key never administrates: the key of a supervisors' group reaches all products, but manages none.
  const strongest = caller.kind === 'key' ? accessRanks.edit : accessRanks.manage
  if (caller.kind === 'key' && caller.groups.some(isOfSupervisors)) return sql`${strongest}::int`
  const granted = sql`(SELECT max(least(${entityPermissions.level}, ${strongest}::int)) FROM ${entityPermissions}
    WHERE ${and(
      eq(entityPermissions.tenantId, products.tenantId),
      eq(entityPermissions.productId, products.id),
      or(
        eq(entityPermissions.entityType, 'product'),
        and(eq(entityPermissions.entityType, type), sql`${entityPermissions.entityId} = ${columns.id}`),
      ),
      heldBy(caller.kind === 'user' ? caller : { groups: caller.groups }),
    )})`
  if (caller.kind === 'key') return granted
  return sql`greatest(CASE WHEN ${products.ownerId} = ${caller.userId} THEN ${strongest}::int END, ${granted})`
}

function isOfSupervisors(label: string): boolean {
  return label.startsWith('supervisor:')
}

/** A visitor reaches the engine of their link and nothing else, not even the product around it. */
function isOfLink(
  link: { readonly productId: string; readonly serviceName: string },
  { type, productId, serviceName }: Entity,
): boolean {
  const sameName = serviceName?.normalize('NFKC').toLowerCase() === link.serviceName.normalize('NFKC').toLowerCase()
  return type === 'engine' && productId === link.productId && sameName
}
