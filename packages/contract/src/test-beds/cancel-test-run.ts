import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { testRun } from './test-run.ts'

export const cancelTestRun = defineCall({
  id: 'testBeds.cancelTestRun',
  method: 'POST',
  path: '/api/v1/testbedqueue/cancel/{queue}',
  summary: 'Cancel a run; what it has computed is kept.',
  caller: 'user',
  params: z.strictObject({ queue: z.uuid() }),
  output: data(testRun),
  errors: ['TESTRUN_NOT_FOUND', 'PERMISSION_DENIED'],
})
