import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeCalls as purge } from './call.store.ts'
import { dropCallMonths, longestKeptDays, makeCallMonths } from './call-month.store.ts'
import { forgetOldUsage } from './call-usage.store.ts'
import { purgeCallExports } from './call-export.store.ts'

const atOnce = 5_000

/**
 * Deletes calls older than their products keep them, and export files that nobody fetched. A month that no product of
 * any tenant keeps is dropped as a whole, and coming months are made.
 */
export const purgeCalls: Schedule = {
  name: 'purge-calls',
  everySeconds: 3600,
  run: async ({ db, log }, signal) => {
    await db.inSystem(makeCallMonths)
    const tenantIds = await db.inSystem(listTenantIds)
    let longest = 0
    for (const tenantId of tenantIds) longest = Math.max(longest, await db.inTenant(tenantId, longestKeptDays))
    const months = longest === 0 ? 0 : await db.inSystem((tx) => dropCallMonths(tx, longest))
    let removed = 0
    for (const tenantId of tenantIds) {
      for (let count = atOnce; count === atOnce && !signal.aborted; ) {
        count = await db.inTenant(tenantId, (tx) => purge(tx, atOnce))
        removed += count
      }
      if (signal.aborted) return
      await db.inTenant(tenantId, purgeCallExports)
      await db.inTenant(tenantId, forgetOldUsage)
    }
    if (removed + months > 0) log.info({ removed, months }, 'Calls kept long enough were forgotten')
  },
}
