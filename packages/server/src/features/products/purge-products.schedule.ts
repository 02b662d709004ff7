import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeDeletedProducts } from './product.store.ts'

/** Purges deleted products that can no longer be restored. */
export const purgeProducts: Schedule = {
  name: 'purge-products',
  everySeconds: 6 * 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purgeDeletedProducts)
    }
    if (removed > 0) log.info({ removed }, 'Products deleted long ago were removed')
  },
}
