import { listPortfolioRuns } from '@sheetwright/contract/portfolios/list-portfolio-runs.ts'
import { handle } from '../../platform/http/handle.ts'
import { listPortfolioRuns as readRuns } from './portfolio-run.store.ts'
import { seenRunsOf } from './portfolio-run.access.ts'

export const listPortfolioRunsHandler = handle(listPortfolioRuns, ({ caller, body, services: { db } }) => {
  const { page, pageSize, search, sort } = body
  const wanted = { page, pageSize, search, oldestFirst: sort === 'createdAt' }
  return db.inTenant(caller.tenantId, (tx) => readRuns(tx, seenRunsOf(caller), wanted))
})
