import { data, defineCall, json } from '../call.ts'
import { comparisonParams, impactRequest, portfolioImpact } from './test-comparison.ts'

export const getPortfolioImpact = defineCall({
  id: 'testBeds.getPortfolioImpact',
  method: 'POST',
  path: '/api/v1/testrun/impact/{comparison}',
  summary: 'What the target of a comparison means for a portfolio, by segment.',
  caller: 'user',
  params: comparisonParams,
  body: json(impactRequest),
  output: data(portfolioImpact),
  errors: ['TESTCOMPARISON_NOT_FOUND', 'INVALID_INPUT'],
})
