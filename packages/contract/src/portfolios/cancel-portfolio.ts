import { data, defineCall } from '../call.ts'
import { portfolioParams, portfolioRun } from './portfolio-run.ts'

export const cancelPortfolio = defineCall({
  id: 'portfolios.cancelPortfolio',
  method: 'POST',
  path: '/api/v1/portfolio/cancel/{run}',
  summary: 'Stop the run of a portfolio. The results so far can be downloaded.',
  caller: 'user',
  keyScope: 'execute',
  params: portfolioParams,
  output: data(portfolioRun),
  errors: ['PORTFOLIO_RUN_NOT_FOUND'],
})
