import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Content must have lain about for this long before it counts as left behind: its upload may still be on the way to its row. */
const graceMillis = 60 * 60 * 1000

/** An upload that has not moved for a day has no sender any more. */
const uploadGraceMillis = 24 * 60 * 60 * 1000

/** Removes content that nothing refers to, tenant by tenant. */
export const collectFiles: Schedule = {
  name: 'collect-files',
  everySeconds: 3600,
  run: async ({ db, files, log }, signal) => {
    const removedUploads = await files.sweepUploads(new Date(Date.now() - uploadGraceMillis))
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await files.collect(tenantId, new Date(Date.now() - graceMillis))
    }
    log.info({ removed, removedUploads }, 'Content that nothing refers to was removed')
  },
}
