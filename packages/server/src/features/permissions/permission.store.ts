import { type AccessLevel, accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import type { Principal } from '@sheetwright/contract/permissions/principal.ts'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'
import { userGroupMembers, userGroups, users } from '../../platform/db/schema/users.ts'
import type { Entity } from './entity-rank.store.ts'
import { levelOf } from './permission-rank.store.ts'

/** An entity that permissions are granted on: the product, or something in it. */
export interface ProtectedEntity extends Entity {
  readonly name: string
  /** Owner of the product. */
  readonly ownerId: string
}

export interface StoredGrant {
  readonly userId: string | null
  readonly groupLabel: string | null
  readonly userName: string | null
  readonly userEmail: string | null
  readonly level: AccessLevel
  readonly grantedBy: string
  readonly grantedAt: Date
}

const holders = alias(users, 'holders')

/** The grants on an entity, people first. */
export async function listGrants(tx: TenantTransaction, entity: Pick<Entity, 'type' | 'id'>): Promise<StoredGrant[]> {
  const rows = await tx.q
    .select({
      userId: entityPermissions.userId,
      groupLabel: entityPermissions.groupLabel,
      userName: holders.fullName,
      userEmail: holders.email,
      level: entityPermissions.level,
      grantedBy: users.fullName,
      grantedAt: entityPermissions.grantedAt,
    })
    .from(entityPermissions)
    .innerJoin(users, and(eq(users.tenantId, entityPermissions.tenantId), eq(users.id, entityPermissions.grantedBy)))
    .leftJoin(holders, and(eq(holders.tenantId, entityPermissions.tenantId), eq(holders.id, entityPermissions.userId)))
    .where(isOn(tx, entity))
    .orderBy(asc(entityPermissions.groupLabel), sql`${holders.fullName} COLLATE name_order`, asc(entityPermissions.id))
  return rows.map(({ level, ...row }) => Object.assign(row, { level: levelOf(level) }))
}

/** Grants a level, replacing any earlier one; null revokes it. Returns whether the principal is new. */
export async function setGrant(
  tx: TenantTransaction,
  entity: ProtectedEntity,
  grant: { principal: Principal; level: AccessLevel | null; grantedBy: string },
): Promise<boolean> {
  const mine = and(isOn(tx, entity), isFor(grant.principal))
  if (grant.level === null) {
    await tx.q.delete(entityPermissions).where(mine)
    return false
  }
  const changes = { level: accessRanks[grant.level], grantedBy: grant.grantedBy, grantedAt: sql`now()` }
  const changed = await tx.q.update(entityPermissions).set(changes).where(mine).returning({ id: entityPermissions.id })
  if (changed.length > 0) return false
  await tx.q.insert(entityPermissions).values({
    tenantId: tx.tenantId,
    id: newId(),
    productId: entity.productId,
    entityType: entity.type,
    entityId: entity.id,
    userId: grant.principal.type === 'user' ? grant.principal.id : null,
    groupLabel: grant.principal.type === 'group' ? grant.principal.id : null,
    level: changes.level,
    grantedBy: grant.grantedBy,
  })
  return true
}

/** Serializes grants on an entity, so that the audit trail records the true previous state. */
export async function lockGrants(tx: TenantTransaction, { type, id }: ProtectedEntity): Promise<void> {
  await tx.q.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`grants:${tx.tenantId}:${type}:${id}`}, 0))`)
}

export interface PersonOfEntity {
  readonly id: string
  readonly fullName: string
  readonly email: string
  readonly isSuperuser: boolean
  readonly groups: readonly string[]
}

/** Enabled people who own the entity, hold a grant, belong to a group that does, or supervise. */
export function listPeopleWithAccess(
  tx: TenantTransaction,
  entity: ProtectedEntity,
  grants: readonly StoredGrant[],
): Promise<PersonOfEntity[]> {
  const ids = [entity.ownerId, ...grants.flatMap(({ userId }) => userId ?? [])]
  const labels = grants.flatMap(({ groupLabel }) => groupLabel ?? [])
  const member = sql`EXISTS (SELECT FROM ${userGroupMembers} AS m
    WHERE m.tenant_id = ${users.tenantId} AND m.user_id = ${users.id}
      AND (m.label LIKE 'supervisor:%' OR m.label = ANY(${textArray(labels)})))`
  const groups = sql<string[]>`coalesce((SELECT array_agg(m.label ORDER BY m.label) FROM ${userGroupMembers} AS m
    WHERE m.tenant_id = ${users.tenantId} AND m.user_id = ${users.id}), '{}')`
  const { id, fullName, email, isSuperuser } = users
  return tx.q
    .select({ id, fullName, email, isSuperuser, groups })
    .from(users)
    .where(
      and(
        eq(users.tenantId, tx.tenantId),
        eq(users.isActive, true),
        or(inArray(users.id, ids), eq(users.isSuperuser, true), member),
      ),
    )
    .orderBy(sql`${users.fullName} COLLATE name_order`, asc(users.id))
}

export interface FoundPrincipal {
  readonly type: 'user' | 'group'
  readonly id: string
  readonly name: string
  readonly email: string
}

/** People and groups whose name, address or label contains a text; groups first. */
export async function findPrincipals(tx: TenantTransaction, search: string, limit: number): Promise<FoundPrincipal[]> {
  const pattern = sql`name_key(${`%${search.trim().replace(/[\\%_]/g, '\\$&')}%`})`
  const groups = await tx.q
    .select({ label: userGroups.label })
    .from(userGroups)
    .where(and(eq(userGroups.tenantId, tx.tenantId), sql`name_key(${userGroups.label}) LIKE ${pattern}`))
    .orderBy(asc(userGroups.label))
    .limit(limit)
  const people = await tx.q
    .select({ id: users.id, name: users.fullName, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.tenantId, tx.tenantId),
        eq(users.isActive, true),
        sql`(name_key(${users.fullName}) LIKE ${pattern} OR name_key(${users.email}) LIKE ${pattern})`,
      ),
    )
    .orderBy(sql`${users.fullName} COLLATE name_order`, asc(users.id))
    .limit(limit)
  return [
    ...groups.map(({ label }) => ({ type: 'group' as const, id: label, name: label, email: '' })),
    ...people.map(({ id, name, email }) => ({ type: 'user' as const, id, name, email })),
  ]
}

function isOn(tx: TenantTransaction, { type, id }: Pick<Entity, 'type' | 'id'>): SQL | undefined {
  return and(
    eq(entityPermissions.tenantId, tx.tenantId),
    eq(entityPermissions.entityType, type),
    eq(entityPermissions.entityId, id),
  )
}

function isFor({ type, id }: Principal): SQL {
  return type === 'user' ? eq(entityPermissions.userId, id) : eq(entityPermissions.groupLabel, id)
}

function textArray(values: readonly string[]): SQL {
  return sql`ARRAY[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`
}
