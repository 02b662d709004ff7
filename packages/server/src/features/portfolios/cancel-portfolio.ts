import { cancelPortfolio } from '@sheetwright/contract/portfolios/cancel-portfolio.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'

export const cancelPortfolioHandler = handle(cancelPortfolio, ({ caller, params, services: { db, jobs } }) =>
  db.inTenant(caller.tenantId, async (tx) => {
    const run = await requirePortfolioRun(tx, caller, params.run)
    if (run.jobId !== null) await jobs.cancel(tx, run.jobId)
    return requirePortfolioRun(tx, caller, run.id)
  }),
)
