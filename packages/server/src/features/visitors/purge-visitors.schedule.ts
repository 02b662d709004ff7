import { purgeUnconfirmedVisitors } from '../../platform/identity/visitors.store.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Deletes the addresses of visitors who never confirmed them. */
export const purgeVisitors: Schedule = {
  name: 'purge-visitors',
  everySeconds: 24 * 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purgeUnconfirmedVisitors)
    }
    if (removed > 0) log.info({ removed }, 'Visitors who never confirmed their address were forgotten')
  },
}
