import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { testBedParams, testBedVersion } from './test-bed.ts'

export const saveCallAsCase = defineCall({
  id: 'testBeds.saveCallAsCase',
  method: 'POST',
  path: '/api/v1/testbed/savecall/{testbed}',
  summary: 'Save a logged call of the engine as a test case, with its results as what is expected.',
  caller: 'user',
  params: testBedParams,
  body: json(
    z.strictObject({
      callId: z.uuid(),
      name: z.string().trim().max(200).default(''),
      withExpected: z.boolean().default(true),
    }),
  ),
  output: data(testBedVersion),
  errors: ['TESTBED_NOT_FOUND', 'CALL_NOT_FOUND', 'INVALID_TESTBED_CASES'],
})
