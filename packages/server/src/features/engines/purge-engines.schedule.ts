import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgeDeletedEngines } from './engine.store.ts'
import { purgeUnusedUploads } from './engine-upload.store.ts'

/** Purges deleted engines that can no longer be restored, and uploads that became none. */
export const purgeEngines: Schedule = {
  name: 'purge-engines',
  everySeconds: 6 * 3600,
  run: async ({ db, log }, signal) => {
    let engines = 0
    let uploads = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      engines += await db.inTenant(tenantId, purgeDeletedEngines)
      uploads += await db.inTenant(tenantId, purgeUnusedUploads)
    }
    if (engines + uploads > 0) log.info({ engines, uploads }, 'Engines deleted long ago were removed')
  },
}
