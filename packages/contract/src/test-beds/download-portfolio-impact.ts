import { z } from 'zod'
import { defineCall } from '../call.ts'
import { comparisonParams, impactRequest } from './test-comparison.ts'

export const downloadPortfolioImpact = defineCall({
  id: 'testBeds.downloadPortfolioImpact',
  method: 'GET',
  path: '/api/v1/testrun/downloadimpact/{comparison}',
  summary: 'Download the impact on a portfolio as a workbook or as a PDF.',
  caller: 'user',
  params: comparisonParams,
  query: impactRequest.extend({ format: z.enum(['Excel', 'PDF']).default('Excel') }),
  output: {
    kind: 'file',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    alsoOf: ['application/pdf'],
  },
  errors: ['TESTCOMPARISON_NOT_FOUND', 'INVALID_INPUT'],
})
