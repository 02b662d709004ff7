import { purgeEndedJobs } from '../../platform/jobs/job.store.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { dropExpiredJobFiles } from './job-file.store.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Deletes background jobs that ended long ago. */
export const purgeJobs: Schedule = {
  name: 'purge-jobs',
  everySeconds: 24 * 3600,
  run: async ({ db, log }, signal) => {
    let removed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      removed += await db.inTenant(tenantId, purgeEndedJobs)
      await db.inTenant(tenantId, dropExpiredJobFiles)
    }
    if (removed > 0) log.info({ removed }, 'Jobs that ended long ago were forgotten')
  },
}
