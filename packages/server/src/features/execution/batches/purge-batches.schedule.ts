import type { Schedule } from '../../../platform/jobs/schedule.ts'
import { listTenantIds } from '../../tenants/tenant.store.ts'
import { purgeBatches as purge } from './batch.store.ts'

/** Deletes batches that have been untouched for days. */
export const purgeBatches: Schedule = {
  name: 'purge-batches',
  everySeconds: 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purge)
    }
    if (removed > 0) log.info({ removed }, 'Batches that nobody touched were forgotten')
  },
}
