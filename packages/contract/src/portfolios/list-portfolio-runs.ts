import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { portfolioRun } from './portfolio-run.ts'

export const listPortfolioRuns = defineCall({
  id: 'portfolios.listPortfolioRuns',
  method: 'POST',
  path: '/api/v1/portfolio/runs',
  summary: "List the caller's runs of portfolios, the latest first; a supervisor sees all, an API key its own.",
  caller: 'user',
  keyScope: 'execute',
  body: json(
    listRequest({ pageSize: 10, sortable: ['createdAt'], searchable: ['engineId'], defaultSort: '-createdAt' }),
  ),
  output: list(portfolioRun),
  errors: [],
})
