import { data, defineCall } from '../call.ts'
import { portfolioParams, portfolioRun } from './portfolio-run.ts'

export const getPortfolioRun = defineCall({
  id: 'portfolios.getPortfolioRun',
  method: 'GET',
  path: '/api/v1/portfolio/run/{run}',
  summary: 'Tell how far the run of a portfolio is, with its totals and first errors.',
  caller: 'user',
  keyScope: 'execute',
  params: portfolioParams,
  output: data(portfolioRun),
  errors: ['PORTFOLIO_RUN_NOT_FOUND'],
})
