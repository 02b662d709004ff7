import type { Handler } from '../../platform/http/handle.ts'
import { cancelPortfolioHandler } from './cancel-portfolio.ts'
import { checkPortfolioHandler } from './check-portfolio.ts'
import { downloadPortfolioHandler } from './download-portfolio.ts'
import { getPortfolioRunHandler } from './get-portfolio-run.ts'
import { listPortfolioRunsHandler } from './list-portfolio-runs.ts'
import { startPortfolioHandler } from './start-portfolio.ts'

export const portfolioRoutes: readonly Handler[] = [
  checkPortfolioHandler,
  startPortfolioHandler,
  getPortfolioRunHandler,
  listPortfolioRunsHandler,
  cancelPortfolioHandler,
  downloadPortfolioHandler,
]
