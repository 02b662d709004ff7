import type { PortfolioRun } from '@sheetwright/contract/portfolios/portfolio-run.ts'
import type { startPortfolio } from '@sheetwright/contract/portfolios/start-portfolio.ts'
import { actorOf, recordAudit } from '../../platform/audit/audit.store.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { computePortfolio } from './compute-portfolio.job.ts'
import { queuePortfolioRun } from './portfolio-run.store.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'

type StartingCall = Pick<CallContext<typeof startPortfolio>, 'caller' | 'services' | 'correlationId' | 'tellLimit'>

/** Queues a checked run. It counts as one call of the engine, as a chunk of a batch does. */
export async function startRun(
  tx: TenantTransaction,
  { caller, services: { jobs, callLimits }, correlationId, tellLimit }: StartingCall,
  run: PortfolioRun,
): Promise<PortfolioRun> {
  await callLimits.takeEngine(caller.tenantId, caller, run.engineId, tellLimit)
  const Url = `/products/${run.productId}/engines/${run.engineId}/portfolios?run=${run.id}`
  const jobId = await jobs.enqueue(tx, computePortfolio, await personBehind(tx, caller), {
    Name: run.fileName,
    Url,
    runId: run.id,
  })
  if (!(await queuePortfolioRun(tx, run.id, jobId))) {
    throw new CallError('PORTFOLIO_RUN_STARTED', 'The run was started already')
  }
  const started = await requirePortfolioRun(tx, caller, run.id)
  await recordAudit(tx, actorOf(caller, correlationId), {
    action: 'engine.portfolio',
    entityType: 'engine',
    entityId: run.engineId,
    entityName: run.serviceName,
    before: null,
    after: { fileName: run.fileName, fileSize: run.fileSize, revision: run.revision, runId: run.id },
  })
  return started
}
