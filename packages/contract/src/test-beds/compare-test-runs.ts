import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testComparison } from './test-comparison.ts'

const side = z.strictObject({
  version: z.string().max(60).optional().describe('Id or revision; the version in use unless given'),
  engineId: z.uuid().optional().describe('Another engine that takes the same inputs'),
})

export const compareTestRuns = defineCall({
  id: 'testBeds.compareTestRuns',
  method: 'POST',
  path: '/api/v1/testrun/compare',
  summary: 'Compare two runs, or two versions or engines over a test bed, in the background.',
  caller: 'user',
  body: json(
    z.union([
      z.strictObject({ sourceTestRunId: z.uuid(), targetTestRunId: z.uuid() }),
      z.strictObject({
        testbedId: z.uuid(),
        testbedVersionId: z.uuid().optional().describe('The latest unless given'),
        source: side,
        target: side,
      }),
    ]),
  ),
  output: data(z.object({ taskQueueId: z.uuid(), comparison: testComparison })),
  errors: [
    'TESTRUN_NOT_FOUND',
    'TESTBED_NOT_FOUND',
    'TESTBED_VERSION_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
  ],
})
