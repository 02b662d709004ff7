import type { TenantSettings } from '@sheetwright/contract/tenants/tenant-settings.ts'
import { asc, eq } from 'drizzle-orm'
import type { SystemTransaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/new-id.ts'
import { tenants } from '../../platform/db/schema/tenants.ts'

export interface TenantRow {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export async function listTenants(tx: SystemTransaction): Promise<TenantRow[]> {
  return tx.q
    .select({ id: tenants.id, name: tenants.name, createdAt: tenants.createdAt })
    .from(tenants)
    .orderBy(asc(tenants.name))
}

export async function listTenantIds(tx: SystemTransaction): Promise<string[]> {
  const rows = await tx.q.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id))
  return rows.map((row) => row.id)
}

/** Returns the new tenant's id; undefined if the name is taken, ignoring case. */
export async function insertTenant(tx: SystemTransaction, name: string): Promise<string | undefined> {
  const rows = await tx.q
    .insert(tenants)
    .values({ id: newId(), name })
    .onConflictDoNothing()
    .returning({ id: tenants.id })
  return rows[0]?.id
}

export async function settingsOfTenant(tx: SystemTransaction, id: string): Promise<TenantSettings> {
  const [row] = await tx.q
    .select({
      allowsPublicEngines: tenants.allowsPublicEngines,
      brand: { name: tenants.brandName, logo: tenants.brandLogo, colour: tenants.brandColour },
    })
    .from(tenants)
    .where(eq(tenants.id, id))
  if (row === undefined) throw new Error('The tenant is gone')
  return row
}

export async function changeTenantSettings(tx: SystemTransaction, id: string, settings: TenantSettings): Promise<void> {
  const { allowsPublicEngines, brand } = settings
  await tx.q
    .update(tenants)
    .set({ allowsPublicEngines, brandName: brand.name, brandLogo: brand.logo, brandColour: brand.colour })
    .where(eq(tenants.id, id))
}
