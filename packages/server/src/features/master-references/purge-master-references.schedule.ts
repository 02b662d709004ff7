import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeDeletedDocuments } from './master-reference.store.ts'

/** Purges master reference documents deleted long ago. Those that engines copied stay as their origin. */
export const purgeMasterReferences: Schedule = {
  name: 'purge-master-references',
  everySeconds: 6 * 3600,
  run: async ({ db, log }, signal) => {
    let documents = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      documents += await db.inTenant(tenantId, purgeDeletedDocuments)
    }
    if (documents > 0) log.info({ documents }, 'Master reference documents deleted long ago were removed')
  },
}
