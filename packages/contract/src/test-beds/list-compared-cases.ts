import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { comparedCase, comparisonParams } from './test-comparison.ts'

export const listComparedCases = defineCall({
  id: 'testBeds.listComparedCases',
  method: 'POST',
  path: '/api/v1/testrun/compareitems/{comparison}',
  summary: 'List the cases of a comparison, those that changed most first.',
  caller: 'user',
  params: comparisonParams,
  body: json(
    z.strictObject({
      output: z.string().max(255),
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(1000).default(10),
      changedOnly: z.boolean().default(true),
    }),
  ),
  output: list(comparedCase),
  errors: ['TESTCOMPARISON_NOT_FOUND', 'INVALID_INPUT'],
})
