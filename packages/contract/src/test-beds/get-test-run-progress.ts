import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { testRun } from './test-run.ts'

export const getTestRunProgress = defineCall({
  id: 'testBeds.getTestRunProgress',
  method: 'GET',
  path: '/api/v1/testbedqueue/progress/{queue}',
  summary: 'How far a queued run is.',
  caller: 'user',
  params: z.strictObject({ queue: z.uuid() }),
  output: data(testRun),
  errors: ['TESTRUN_NOT_FOUND'],
})
