import type { PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { UserIdentity } from '../../platform/http/caller.ts'
import { findPortfolioRun } from './portfolio-run.store.ts'

/** People see their own runs; supervisors see everybody's. */
export async function requirePortfolioRun(
  tx: TenantTransaction,
  caller: UserIdentity,
  id: string,
): Promise<PortfolioRun> {
  const run = await findPortfolioRun(tx, id, seenRunsOf(caller))
  if (run === undefined) throw new CallError('PORTFOLIO_RUN_NOT_FOUND', `There is no run of a portfolio "${id}"`)
  return run
}

export function seenRunsOf({ isAdmin, isSuperuser, userId }: UserIdentity): string | undefined {
  return isAdmin || isSuperuser ? undefined : userId
}
