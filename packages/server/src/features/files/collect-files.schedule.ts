import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Unreferenced content must be this old before it is deleted: its upload may not have written its row yet. */
const graceMillis = 60 * 60 * 1000

/** An upload without progress for a day is abandoned. */
const uploadGraceMillis = 24 * 60 * 60 * 1000

/** Deletes unreferenced content, tenant by tenant. */
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
