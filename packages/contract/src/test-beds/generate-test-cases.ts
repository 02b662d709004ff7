import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testBedName } from './test-bed.ts'
import { testGeneration } from './test-generation.ts'

export const generateTestCases = defineCall({
  id: 'testBeds.generateTestCases',
  method: 'POST',
  path: '/api/v1/testbed/generate',
  summary: 'Make cases of an engine, in the background, as a new test bed or as the next version of one.',
  caller: 'user',
  rule: { module: 'ProductEngineTestCase', rule: 'TestCaseGeneration' },
  body: json(
    testGeneration.extend({
      testbedId: z.uuid().optional().describe('The one that gets another version'),
      name: testBedName.optional().describe('Of a new one'),
    }),
  ),
  output: data(z.object({ taskQueueId: z.uuid(), testbedId: z.uuid() })),
  errors: [
    'ENGINE_NOT_FOUND',
    'ENGINE_VERSION_NOT_FOUND',
    'NO_ACTIVE_VERSION',
    'TESTBED_NOT_FOUND',
    'TESTBED_REQUIRED',
    'TESTBED_ALREADY_EXISTS',
  ],
})
