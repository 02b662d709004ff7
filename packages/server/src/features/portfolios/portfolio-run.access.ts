import type { PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { findPortfolioRun, type RunOwner } from './portfolio-run.store.ts'

/** People see their own runs and those of keys that they made; supervisors see everybody's, keys only their own. */
export async function requirePortfolioRun(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  id: string,
): Promise<PortfolioRun> {
  const run = await findPortfolioRun(tx, id, seenRunsOf(caller))
  if (run === undefined) throw new CallError('PORTFOLIO_RUN_NOT_FOUND', `There is no run of a portfolio "${id}"`)
  return run
}

export function seenRunsOf(caller: UserIdentity | KeyIdentity): RunOwner | undefined {
  if (caller.kind === 'key') return { keyId: caller.keyId }
  return caller.isAdmin || caller.isSuperuser ? undefined : { userId: caller.userId }
}
