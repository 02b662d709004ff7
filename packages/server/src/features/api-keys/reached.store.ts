import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type Reached = readonly { readonly id: string; readonly name: string }[] | null

/** Products with their current names; a deleted one has its id as name. */
export function reachedProducts(ids: PgColumn, tenantId: PgColumn): SQL<Reached> {
  return sql<Reached>`CASE WHEN ${ids} IS NOT NULL THEN coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'name', coalesce(p.name, r.id::text)) ORDER BY p.name)
    FROM unnest(${ids}) AS r (id)
    LEFT JOIN products AS p ON p.tenant_id = ${tenantId} AND p.id = r.id), '[]') END`
}

/** The same for engines, with the product before the name. */
export function reachedEngines(ids: PgColumn, tenantId: PgColumn): SQL<Reached> {
  return sql<Reached>`CASE WHEN ${ids} IS NOT NULL THEN coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'name', coalesce(p.name || ' / ' || e.service_name, r.id::text)))
    FROM unnest(${ids}) AS r (id)
    LEFT JOIN engines AS e ON e.tenant_id = ${tenantId} AND e.id = r.id
    LEFT JOIN products AS p ON p.tenant_id = e.tenant_id AND p.id = e.product_id), '[]') END`
}
