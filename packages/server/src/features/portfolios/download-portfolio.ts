import path from 'node:path'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'
import { expiryOf, readPortfolioRun } from './portfolio-run.store.ts'

const hashes = { parquet: 'parquetHash', csv: 'csvHash', errors: 'errorsHash' } as const
const endings = { parquet: 'results.parquet', csv: 'results.csv', errors: 'errors.csv' } as const

export const downloadPortfolioHandler = handle(downloadPortfolio, async ({ caller, params, services }) => {
  const { tenantId } = caller
  const { part } = params
  const run = await services.db.inTenant(tenantId, async (tx) => {
    const { id } = await requirePortfolioRun(tx, caller, params.run)
    return readPortfolioRun(tx, id)
  })
  if (run === undefined || run.completedAt === null) throw new CallError('FILE_NOT_FOUND', 'The run has not ended yet')
  if (expiryOf(run.completedAt) < new Date()) {
    throw new CallError('JOB_RESULT_EXPIRED', 'The file could be downloaded for seven days')
  }
  const hash = run[hashes[part]]
  if (hash === null) throw new CallError('FILE_NOT_FOUND', 'The run has no results')
  const size = await services.files.size(tenantId, hash)
  return {
    fileName: `${path.basename(run.fileName, path.extname(run.fileName))}-${endings[part]}`,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => services.files.open(tenantId, hash, range),
  }
})
