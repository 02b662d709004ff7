import { auditHead } from '../../platform/audit/audit.store.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Notes the newest entry of every tenant's trail in the log, outside the database: with it a cut-off end is found. */
export const logAuditHeads: Schedule = {
  name: 'log-audit-heads',
  everySeconds: 24 * 60 * 60,
  run: async ({ db, log }, signal) => {
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      const head = await db.inTenant(tenantId, auditHead)
      if (head) log.info({ tenantId, head: `${head.number}:${head.hash}` }, 'Head of the audit trail')
    }
  },
}
