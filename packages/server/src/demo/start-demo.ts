import { countProducts } from '../features/products/product.store.ts'
import { seededPeople } from '../features/users/seed-people.ts'
import { DEMO_LOCK, holdLock } from '../platform/db/advisory-locks.ts'
import { readSystemValue, writeSystemValue } from '../platform/db/system-values.store.ts'
import { findTenantByName } from '../platform/identity/tenants.store.ts'
import { findUserByEmail } from '../platform/identity/users.store.ts'
import type { Services } from '../services.ts'
import { seedDemo } from './seed-demo.job.ts'

const seededName = 'demo.seeded'

/**
 * At the first start of an installation: fills the first tenant in the background, unless it already has content. True
 * if it is being filled.
 */
export async function startDemo(services: Pick<Services, 'db' | 'jobs' | 'settings'>): Promise<boolean> {
  const { db, settings } = services
  if (!settings.demo) return false
  return db.inSystem(async (lock) => {
    await holdLock(lock, DEMO_LOCK)
    if ((await readSystemValue(lock, seededName)) !== undefined) return false
    const isQueued = await queueDemo(services, { onlyWhenEmpty: true })
    await writeSystemValue(lock, seededName, { version: 1, tenant: settings.defaultTenant })
    return isQueued
  })
}

/** Queues the creation of the demo products; false if there is no possible owner, or no room for them. */
export async function queueDemo(
  { db, jobs, settings }: Pick<Services, 'db' | 'jobs' | 'settings'>,
  { onlyWhenEmpty }: { readonly onlyWhenEmpty: boolean },
): Promise<boolean> {
  const tenant = await db.inSystem((tx) => findTenantByName(tx, settings.defaultTenant))
  if (tenant === undefined) return false
  const { supervisor, userGroup } = seededPeople(tenant.name)
  return db.inTenant(tenant.id, async (tx) => {
    const owner = await findUserByEmail(tx, supervisor)
    if (owner === undefined || (onlyWhenEmpty && (await countProducts(tx)) > 0)) return false
    await jobs.enqueue(tx, seedDemo, owner.id, { tenantName: tenant.name, userGroup })
    return true
  })
}
