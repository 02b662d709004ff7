import { getPortfolioRun } from '@sheetwright/contract/portfolios/get-portfolio-run.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'

export const getPortfolioRunHandler = handle(getPortfolioRun, ({ caller, params, services: { db } }) =>
  db.inTenant(caller.tenantId, (tx) => requirePortfolioRun(tx, caller, params.run)),
)
