import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { runParams } from './get-test-run.ts'

export const downloadTestRun = defineCall({
  id: 'testBeds.downloadTestRun',
  method: 'POST',
  path: '/api/v1/testrun/download/{run}',
  summary: 'Write the results of a run into a file, in the background.',
  caller: 'user',
  params: runParams,
  body: json(z.strictObject({ format: z.enum(['CSV', 'Excel']) })),
  output: data(z.object({ taskQueueId: z.uuid() })),
  errors: ['TESTRUN_NOT_FOUND'],
})
