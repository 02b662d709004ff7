import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { testRun } from './test-run.ts'

export const runParams = z.strictObject({ run: z.uuid() })

export const getTestRun = defineCall({
  id: 'testBeds.getTestRun',
  method: 'GET',
  path: '/api/v1/testrun/get/{run}',
  summary: 'Read a run.',
  caller: 'user',
  keyScope: 'author',
  params: runParams,
  output: data(testRun),
  errors: ['TESTRUN_NOT_FOUND'],
})
