import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeCalls as purge } from './call.store.ts'
import { forgetOldUsage } from './call-usage.store.ts'
import { purgeCallExports } from './call-export.store.ts'

const atOnce = 5_000

/** Deletes calls older than their products keep them, and export files that nobody fetched. */
export const purgeCalls: Schedule = {
  name: 'purge-calls',
  everySeconds: 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      for (let count = atOnce; count === atOnce && !signal.aborted; ) {
        count = await db.inTenant(tenantId, (tx) => purge(tx, atOnce))
        removed += count
      }
      if (signal.aborted) return
      await db.inTenant(tenantId, purgeCallExports)
      await db.inTenant(tenantId, forgetOldUsage)
    }
    if (removed > 0) log.info({ removed }, 'Calls kept long enough were forgotten')
  },
}
