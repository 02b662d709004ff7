import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeDeletedDocuments } from './document.store.ts'

/** Purges deleted documents that can no longer be restored; their content is collected afterwards. */
export const purgeDocuments: Schedule = {
  name: 'purge-documents',
  everySeconds: 6 * 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purgeDeletedDocuments)
    }
    if (removed > 0) log.info({ removed }, 'Documents deleted long ago were removed')
  },
}
