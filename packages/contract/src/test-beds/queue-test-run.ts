import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testRun } from './test-run.ts'

export const queueTestRun = defineCall({
  id: 'testBeds.queueTestRun',
  method: 'POST',
  path: '/api/v1/testbedqueue/queue',
  summary: 'Run a version of a test bed on a version of its engine, in the background.',
  caller: 'user',
  keyScope: 'author',
  body: json(
    z.strictObject({
      testbedId: z.uuid(),
      testbedVersionId: z.uuid().optional().describe('The latest unless given'),
      version: z
        .string()
        .max(60)
        .optional()
        .describe('Id or revision of the version of the engine; the one in use unless given'),
      engineId: z.uuid().optional().describe('Another engine that takes the same inputs'),
    }),
  ),
  output: data(z.object({ testbedQueueId: z.uuid(), testRun })),
  errors: [
    'TESTBED_NOT_FOUND',
    'TESTBED_VERSION_NOT_FOUND',
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'ENGINE_INACTIVE_WARNING',
  ],
})
