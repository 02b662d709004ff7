import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testGeneration } from './test-generation.ts'

export const planTestCases = defineCall({
  id: 'testBeds.planTestCases',
  method: 'POST',
  path: '/api/v1/testbed/plan',
  summary: 'How many cases a generation would make.',
  caller: 'user',
  rule: { module: 'ProductEngineTestCase', rule: 'TestCaseGeneration' },
  body: json(testGeneration),
  output: data(
    z.object({
      noOfTest: z.int(),
      possible: z.number().describe('Without the limit'),
      inputs: z.array(z.object({ name: z.string(), values: z.int().describe('Values that are tried; 0 for any') })),
    }),
  ),
  errors: ['ENGINE_NOT_FOUND', 'ENGINE_VERSION_NOT_FOUND', 'NO_ACTIVE_VERSION'],
})
