import { data, defineCall } from '../call.ts'
import { comparisonParams, testComparison } from './test-comparison.ts'

export const getTestComparison = defineCall({
  id: 'testBeds.getTestComparison',
  method: 'GET',
  path: '/api/v1/testrun/comparison/{comparison}',
  summary: 'Read a comparison, with its result once it is there.',
  caller: 'user',
  params: comparisonParams,
  output: data(testComparison),
  errors: ['TESTCOMPARISON_NOT_FOUND'],
})
