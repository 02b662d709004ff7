import { getPortfolioImpact } from '@sheetwright/contract/test-beds/get-portfolio-impact.ts'
import { handle } from '../../platform/http/handle.ts'
import { comparedRuns, noSuchOutput } from './compared-runs.ts'
import { portfolioImpact } from './compared-result.store.ts'

export const getPortfolioImpactHandler = handle(getPortfolioImpact, async ({ caller, params, body, services }) => {
  const { db, testResults } = services
  const { runs } = await db.inTenant(caller.tenantId, (tx) => comparedRuns(tx, caller, params.comparison))
  const impact = await portfolioImpact(testResults, caller.tenantId, ...runs, body)
  if (impact === undefined) throw noSuchOutput(body.output)
  return impact
})
