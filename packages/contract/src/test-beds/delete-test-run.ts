import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { runParams } from './get-test-run.ts'

export const deleteTestRun = defineCall({
  id: 'testBeds.deleteTestRun',
  method: 'DELETE',
  path: '/api/v1/testrun/delete/{run}',
  summary: 'Delete a run with its results.',
  caller: 'user',
  params: runParams,
  output: data(z.null()),
  errors: ['TESTRUN_NOT_FOUND', 'CONFLICT'],
})
