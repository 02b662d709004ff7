import { auditHead } from '../../platform/audit/audit.store.ts'
import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'

/** Logs the newest audit entry of every tenant outside the database, so that a truncated trail is detected. */
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
