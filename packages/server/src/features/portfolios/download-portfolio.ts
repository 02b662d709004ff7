import path from 'node:path'
import { downloadPortfolio } from '@sheetwright/contract/portfolios/download-portfolio.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'
import { openResultsCsv } from './results-csv.ts'
import { expiryOf, readPortfolioRun } from './portfolio-run.store.ts'

const endings = { parquet: 'results.parquet', csv: 'results.csv', errors: 'errors.csv' } as const

export const downloadPortfolioHandler = handle(downloadPortfolio, async ({ caller, params, services, signal }) => {
  const { tenantId } = caller
  const { part } = params
  const { db, files } = services
  const run = await db.inTenant(tenantId, async (tx) => {
    const { id } = await requirePortfolioRun(tx, caller, params.run)
    return readPortfolioRun(tx, id)
  })
  if (run === undefined || run.completedAt === null) throw new CallError('FILE_NOT_FOUND', 'The run has not ended yet')
  if (expiryOf(run.completedAt) < new Date()) {
    throw new CallError('JOB_RESULT_EXPIRED', 'The file could be downloaded for seven days')
  }
  const hash = part === 'errors' ? run.errorsHash : run.parquetHash
  if (hash === null) throw new CallError('FILE_NOT_FOUND', 'The run has no results')
  const fileName = `${path.basename(run.fileName, path.extname(run.fileName))}-${endings[part]}`
  if (part === 'csv') {
    return { fileName, etag: `${hash}-csv`, open: () => openResultsCsv(files, tenantId, run, hash, signal) }
  }
  const size = await files.size(tenantId, hash)
  return {
    fileName,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => files.open(tenantId, hash, range),
  }
})
