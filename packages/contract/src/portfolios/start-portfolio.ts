import { data, defineCall } from '../call.ts'
import { executeErrors } from '../execution/engine-address.ts'
import { portfolioParams, portfolioRun } from './portfolio-run.ts'

export const startPortfolio = defineCall({
  id: 'portfolios.startPortfolio',
  method: 'POST',
  path: '/api/v1/portfolio/start/{run}',
  summary: 'Compute every record of a checked portfolio with its engine, in the background.',
  caller: 'user',
  keyScope: 'execute',
  params: portfolioParams,
  output: data(portfolioRun),
  errors: [...executeErrors, 'PORTFOLIO_RUN_NOT_FOUND', 'PORTFOLIO_RUN_STARTED'],
})
