import { defineCall } from '../call.ts'
import { portfolioFile, portfolioParams } from './portfolio-run.ts'

export const downloadPortfolio = defineCall({
  id: 'portfolios.downloadPortfolio',
  method: 'GET',
  path: '/api/v1/portfolio/download/{run}/{part}',
  summary: 'Download the results of a portfolio as Parquet or CSV, or its errors by row as CSV.',
  caller: 'user',
  keyScope: 'execute',
  params: portfolioParams.extend({ part: portfolioFile }),
  output: { kind: 'file', contentType: 'application/octet-stream' },
  errors: ['PORTFOLIO_RUN_NOT_FOUND', 'FILE_NOT_FOUND', 'JOB_RESULT_EXPIRED'],
})
