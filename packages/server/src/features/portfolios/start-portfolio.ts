import { startPortfolio } from '@sheetwright/contract/portfolios/start-portfolio.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireExecutable } from '../execution/calculation.access.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'
import { startRun } from './start-run.ts'

export const startPortfolioHandler = handle(startPortfolio, async (context) => {
  const { caller, params, services } = context
  const { db, execution } = services
  const run = await db.inTenant(caller.tenantId, (tx) => requirePortfolioRun(tx, caller, params.run))
  // The right may have been taken away since the check.
  const { productId: product, engineId: engine, versionId } = run
  await requireExecutable(execution, { caller, product, engine, versionId })
  return db.inTenant(caller.tenantId, (tx) => startRun(tx, context, run))
})
