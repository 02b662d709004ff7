import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { withInputs } from '../call.ts'
import { caseContent, testBedParams, testBedVersion, testCase } from './test-bed.ts'

export const saveTestCases = defineCall({
  id: 'testBeds.saveTestCases',
  method: 'POST',
  path: '/api/v1/testbed/saveitems/{testbed}',
  summary: 'Change, add and remove cases: makes the next version of the test bed.',
  caller: 'user',
  params: testBedParams,
  body: json(
    z.strictObject({
      testbedVersionId: z
        .uuid()
        .optional()
        .describe('The version that was changed; left out for a test bed without one'),
      changed: z.array(testCase).max(1000).default([]),
      added: z.array(caseContent).max(1000).default([]),
      removed: z.array(z.int().min(1)).max(1000).default([]),
      note: z.string().trim().max(500).default(''),
    }),
    withInputs,
  ),
  output: data(testBedVersion),
  errors: ['TESTBED_NOT_FOUND', 'TESTBED_REQUIRED', 'TESTBED_VERSION_NOT_FOUND', 'CONFLICT', 'INVALID_TESTBED_CASES'],
})
