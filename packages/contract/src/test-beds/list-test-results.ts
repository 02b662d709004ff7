import { z } from 'zod'
import { defineCall, json, list } from '../call.ts'
import { runParams } from './get-test-run.ts'
import { caseStatus, testResult } from './test-run.ts'

export const listTestResults = defineCall({
  id: 'testBeds.listTestResults',
  method: 'POST',
  path: '/api/v1/testrun/result/{run}',
  summary: 'Read what cases of a run gave, a page at a time.',
  caller: 'user',
  keyScope: 'author',
  params: runParams,
  body: json(
    z
      .strictObject({
        page: z.int().min(1).default(1),
        pageSize: z.int().min(1).max(1000).default(10),
        status: z.array(caseStatus).max(4).default([]).describe('All unless given'),
        differing: z.string().max(255).optional().describe('Only cases in which this output differs'),
        search: z.string().max(200).default(''),
      })
      .prefault({}),
  ),
  output: list(testResult),
  errors: ['TESTRUN_NOT_FOUND'],
})
