import type { Soon } from '../caches/fresh-cache.ts'
import type { Database } from '../db/database.ts'
import { findTenantById, findTenantByName, onlyTenant, type Tenant } from './tenants.store.ts'

/** Tenants by name and id. Tenants are never renamed or removed while the server runs, so each is read once. */
export interface TenantDirectory {
  byName(name: string): Soon<Tenant | undefined>
  byId(id: string): Soon<Tenant | undefined>
  /** The only tenant of the installation, if there is only one. */
  only(): Promise<Tenant | undefined>
}

export function createTenantDirectory(db: Database): TenantDirectory {
  const byId = new Map<string, Tenant>()
  const byName = new Map<string, Tenant>()
  const remember = (tenant: Tenant | undefined) => {
    if (!tenant) return undefined
    byId.set(tenant.id, tenant)
    byName.set(tenant.name, tenant)
    return tenant
  }
  return {
    byName: (name) => byName.get(name) ?? db.inSystem((tx) => findTenantByName(tx, name)).then(remember),
    byId: (id) => byId.get(id) ?? db.inSystem((tx) => findTenantById(tx, id)).then(remember),
    only: () => db.inSystem(onlyTenant),
  }
}
