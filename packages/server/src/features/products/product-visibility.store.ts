import { accessRanks } from '@sheetwright/contract/permissions/access-level.ts'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { KeyReach } from '../../platform/http/caller.ts'
import { engines } from '../../platform/db/schema/engines.ts'
import { entityPermissions } from '../../platform/db/schema/entity-permissions.ts'
import { products } from '../../platform/db/schema/products.ts'
import { grantedRank, heldBy } from '../permissions/permission-rank.store.ts'
import type { ProductReader } from './product.access.ts'

/** True for products that the reader finds only because of access to something in them. */
export function isPassedOnly({ reach, ...reader }: ProductReader): SQL<boolean> {
  if (reach !== undefined) return sql<boolean>`(${isPassedOnly(reader)} OR NOT ${isOneOf(products.id, reach.products)})`
  if (reader.passing !== true || reader.seesAll) return sql<boolean>`false`
  return sql<boolean>`(${products.ownerId} <> ${reader.userId} AND NOT ${isSharedWith({ ...reader, passing: false })})`
}

export function visibleTo({ reach, ...reader }: ProductReader): SQL | undefined {
  if (reach !== undefined) return and(isReached(reach, reader.passing === true), visibleTo(reader))
  if (reader.boundTo !== undefined) return eq(products.id, reader.boundTo)
  if (reader.seesAll) return undefined
  return or(eq(products.ownerId, reader.userId), isSharedWith(reader))
}

/** True for products within the limits of an API key; if passing, also those of its engines. */
function isReached(reach: KeyReach, passing: boolean): SQL | undefined {
  const whole = isOneOf(products.id, reach.products)
  if (!passing) return whole
  return or(
    whole,
    sql`EXISTS (SELECT FROM ${engines} WHERE ${engines.tenantId} = ${products.tenantId}
      AND ${engines.productId} = ${products.id} AND ${isOneOf(engines.id, reach.engines)})`,
  )
}

function isOneOf(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} = ANY (${sql.param([...ids])}::uuid[])`
}

/** True for products on which, or on a live part of which, the reader has a permission. */
function hasContentFor(reader: ProductReader): SQL {
  const isLiveEngine = sql`EXISTS (
    SELECT FROM ${engines}
    WHERE ${engines.tenantId} = ${entityPermissions.tenantId} AND ${engines.id} = ${entityPermissions.entityId}
      AND ${engines.deletedAt} IS NULL)`
  return sql`EXISTS (
    SELECT FROM ${entityPermissions}
    WHERE ${and(
      eq(entityPermissions.tenantId, products.tenantId),
      eq(entityPermissions.productId, products.id),
      heldBy(reader),
      or(sql`${entityPermissions.entityType} <> 'engine'`, isLiveEngine),
    )})`
}

/**
 * True for products of others on which the reader or a group of theirs has a permission; if passing, also on something
 * in them.
 */
export function isSharedWith(reader: ProductReader): SQL {
  if (reader.passing === true) return sql`(${products.ownerId} <> ${reader.userId} AND ${hasContentFor(reader)})`
  return sql`(${products.ownerId} <> ${reader.userId} AND EXISTS (
    SELECT FROM ${entityPermissions}
    WHERE ${and(
      eq(entityPermissions.tenantId, products.tenantId),
      eq(entityPermissions.entityType, 'product'),
      eq(entityPermissions.entityId, products.id),
      heldBy(reader),
    )}))`
}

/** The reader's access to a product, as a number. */
export function rankOf({ reach, ...reader }: ProductReader): SQL<number> {
  if (reach !== undefined) {
    return sql<number>`CASE WHEN ${isOneOf(products.id, reach.products)} THEN ${rankOf(reader)}
      ELSE ${accessRanks.view}::int END`
  }
  if (reader.seesAll) return sql<number>`${accessRanks.manage}::int`
  const granted = grantedRank('product', sql`${products.id}`, sql`${products.tenantId}`, reader)
  // A reader with access only to something in the product sees the product itself, to know where they are.
  const rank = reader.passing === true ? sql`coalesce(${granted}, ${accessRanks.view}::int)` : granted
  return sql<number>`CASE WHEN ${products.ownerId} = ${reader.userId} THEN ${accessRanks.manage}::int ELSE ${rank} END`
}

/** Number of live engines of a product. */
const liveEngines = sql<number>`(
  SELECT count(*)::int FROM ${engines}
  WHERE ${engines.tenantId} = ${products.tenantId} AND ${engines.productId} = ${products.id}
    AND ${engines.deletedAt} IS NULL)`

/** The number of engines shown to a reader. */
export function enginesFor(reader: ProductReader): SQL<number> {
  if (reader.passing !== true || reader.seesAll) return liveEngines
  const given = sql`(SELECT count(DISTINCT ${engines.id})::int FROM ${engines}
    INNER JOIN ${entityPermissions} ON ${and(
      eq(entityPermissions.tenantId, engines.tenantId),
      eq(entityPermissions.entityType, 'engine'),
      eq(entityPermissions.entityId, engines.id),
      heldBy(reader),
    )}
    WHERE ${engines.tenantId} = ${products.tenantId} AND ${engines.productId} = ${products.id}
      AND ${engines.deletedAt} IS NULL)`
  return sql<number>`CASE WHEN ${isPassedOnly(reader)} THEN ${given} ELSE ${liveEngines} END`
}
