import type { Schedule } from '../../platform/jobs/schedule.ts'
import { listTenantIds } from '../tenants/tenant.store.ts'
import { purgePortfolioRuns } from './portfolio-run.store.ts'

/** Drops expired results of portfolios, and portfolios that nobody started. */
export const purgePortfolios: Schedule = {
  name: 'purge-portfolios',
  everySeconds: 24 * 3600,
  run: async ({ db, log }, signal) => {
    let changed = 0
    for (const tenantId of await db.inSystem(listTenantIds)) {
      if (signal.aborted) return
      changed += await db.inTenant(tenantId, purgePortfolioRuns)
    }
    if (changed > 0) log.info({ changed }, 'Expired portfolios were forgotten')
  },
}
