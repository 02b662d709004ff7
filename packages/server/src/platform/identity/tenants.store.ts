import { and, eq, sql } from 'drizzle-orm'
import type { SystemTransaction } from '../db/database.ts'
import { tenants } from '../db/schema/tenants.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
}

const columns = { id: tenants.id, name: tenants.name }

/** Names are case-insensitive. */
export async function findTenantByName(tx: SystemTransaction, name: string): Promise<Tenant | undefined> {
  const rows = await tx.q.select(columns).from(tenants).where(sql`name_key(${tenants.name}) = name_key(${name})`)
  return rows[0]
}

export async function findTenantById(tx: SystemTransaction, id: string): Promise<Tenant | undefined> {
  const rows = await tx.q.select(columns).from(tenants).where(eq(tenants.id, id))
  return rows[0]
}

/** The tenant of this name, if it allows anonymous execution of its public engines. */
export async function findPublicTenant(tx: SystemTransaction, name: string): Promise<Tenant | undefined> {
  const rows = await tx.q
    .select(columns)
    .from(tenants)
    .where(and(eq(tenants.name, name.toLowerCase()), eq(tenants.allowsPublicEngines, true)))
  return rows[0]
}

/** The only tenant of the installation; undefined if there are several, so that people must say which. */
export async function onlyTenant(tx: SystemTransaction): Promise<Tenant | undefined> {
  const rows = await tx.q.select(columns).from(tenants).limit(2)
  return rows.length === 1 ? rows[0] : undefined
}
