import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeDeletedEntries } from './entry-changes.store.ts'
import { purgeUploads } from './upload.store.ts'

/** Purges entries that can no longer be restored, and unfinished uploads. */
export const purgeFiles: Schedule = {
  name: 'purge-files',
  everySeconds: 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purgeDeletedEntries)
      removed += await db.inTenant(tenantId, purgeUploads)
    }
    if (removed > 0) log.info({ removed }, 'Deleted folders and files were removed for good')
  },
}
