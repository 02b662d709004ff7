import {
  type AccessLevel,
  accessLevels,
  accessRanks,
  type EntityType,
} from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'

/** The holder of permissions: a person, or an API key by its groups alone. */
export interface PermissionHolder {
  readonly userId?: string
  readonly groups: readonly string[]
}

/** Grants held directly or through a group. */
export function heldBy({ userId, groups }: PermissionHolder): SQL | undefined {
  return or(
    userId === undefined ? undefined : eq(entityPermissions.userId, userId),
    groups.length === 0 ? sql`false` : inArray(entityPermissions.groupLabel, [...groups]),
  )
}

/** The highest level granted on entities of a type, as a number; null if none. */
export function grantedRank(
  type: EntityType,
  entityId: SQL,
  tenantId: SQL,
  holder: PermissionHolder,
): SQL<number | null> {
  return sql<number | null>`(SELECT max(${entityPermissions.level}) FROM ${entityPermissions}
    WHERE ${and(
      sql`${entityPermissions.tenantId} = ${tenantId}`,
      eq(entityPermissions.entityType, type),
      sql`${entityPermissions.entityId} = ${entityId}`,
      heldBy(holder),
    )})`
}

export function levelOf(rank: number): AccessLevel {
  const level = accessLevels.find((each) => accessRanks[each] === rank)
  if (level === undefined) throw new Error(`There is no access level ${rank}`)
  return level
}
